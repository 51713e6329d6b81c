import type { ReactNode } from 'react';
import { type BodyOf, ChoiceField, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { bodyOf, NEW_VALUES, valuesOf } from './endpoint-values.ts';
import { EventPicker } from './event-picker.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { strings } from '../webhook-strings.ts';
import type { WebhookEndpointRecord } from '../webhook-types.ts';

const { form: words } = strings;

interface EndpointFormProps {
  /** The endpoint to change; none for a new one. */
  readonly endpoint?: WebhookEndpointRecord;
  readonly submit: string;
  readonly send: (body: BodyOf<'createWebhookBody'>) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Where events go, which, and how fast. */
export function EndpointForm({ endpoint, submit, send, onCancel }: EndpointFormProps): ReactNode {
  const form = useForm({ initial: endpoint ? valuesOf(endpoint) : NEW_VALUES, schema: 'createWebhookBody', bodyOf, send });
  return (
    <div className="endpoint-form">
      <FormFrame form={form} submit={submit} onCancel={onCancel}>
        <TextField form={form} name="url" type="url" label={words.url} hint={words.urlHint} isFirst={endpoint === undefined} />
        <TextField form={form} name="description" label={words.description} hint={words.descriptionHint} isOptional />
        <EventPicker form={form} />
        <FilterBuilder form={form} />
        <ChoiceField form={form} name="ordered" label={words.sending} choices={words.sendings} />
        {form.values.ordered === 'batch' && (
          <div className="field-pair">
            <TextField form={form} name="batch" type="number" label={words.batchSize} hint={words.batchSizeHint} />
            <TextField form={form} name="max_wait_ms" type="number" label={words.batchWait} hint={words.batchWaitHint} />
          </div>
        )}
        <TextField form={form} name="max_rate" type="number" label={words.rate} hint={words.rateHint} isOptional />
      </FormFrame>
    </div>
  );
}
