import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';

/** The look of a button, by the weight of what it does. */
type ButtonKind = 'plain' | 'primary' | 'danger' | 'danger-primary' | 'danger-quiet' | 'quiet';

interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: ButtonKind;
  readonly size?: 'small' | 'normal';
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  readonly label?: string;
  readonly isExpanded?: boolean;
  /** The id of a text that says more, such as why it is off. */
  readonly describedBy?: string | undefined;
  readonly onPress?: (event: PressEvent) => void;
}

/** A button. @param label its accessible name, where the text alone does not say what it acts on. */
export function Button({
  children,
  kind = 'plain',
  size = 'normal',
  type = 'button',
  label,
  isExpanded,
  describedBy,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <AriaButton
      {...rest}
      type={type}
      className="button"
      data-kind={kind}
      data-size={size}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      {children}
    </AriaButton>
  );
}
