import { type ReactNode, useState } from 'react';
import type { Form } from '../form.tsx';

interface FormSectionProps {
  readonly form: Pick<Form, 'errors'>;
  readonly title: string;
  /** Says, beside the title, which fields are behind it. */
  readonly about: string;
  /** Its fields: a fault of one opens it. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** Fields that few need, behind their title. They keep what they hold while it is closed. */
export function FormSection({ form, title, about, names, children }: FormSectionProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const isFaulty = names.some((name) => form.errors[name] !== undefined);
  return (
    <details className="form-section" open={isOpen || isFaulty} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {title} <span className="about">{about}</span>
      </summary>
      <div className="form">{children}</div>
    </details>
  );
}
