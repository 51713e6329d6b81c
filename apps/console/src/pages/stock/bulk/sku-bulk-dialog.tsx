import { type ReactNode, useState } from 'react';
import { below } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import { typedNumber } from '../../../api/typed-number.ts';
import type { SkuRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { type BodyOf, FormFrame, TextField, useForm } from '../../../parts/form.tsx';
import { BulkRunWindow } from '../../../parts/lists/bulk-run-window.tsx';
import { type SendRow, useBulkRun } from '../../../parts/lists/use-bulk-run.ts';
import { stockWords } from '../stock-strings.ts';
import { skuFormStrings as formWords } from '../sku-form-strings.ts';
import { skuBulkWords as words } from './sku-bulk-strings.ts';

/** A change that many SKUs take at once, each by a request of its own. */
export type SkuBulkStep = keyof typeof words.titles;

const codeOf = ({ sku }: SkuRecord): string => sku;

interface SkuBulkDialogProps {
  readonly step: SkuBulkStep;
  readonly skus: readonly SkuRecord[];
  /** Told which are done, once a run has ended. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Changes many SKUs: asks first, then shows how far it is and what became of each. */
export function SkuBulkDialog({ step, skus: given, onDone, onClose }: SkuBulkDialogProps): ReactNode {
  const query = { environment: useEnvironment() };
  // Those that are done leave the selection while their results are shown.
  const [skus] = useState(given);
  const [change, setChange] = useState<Change>();
  const work = useBulkRun({
    rows: skus,
    keyOf: codeOf,
    onDone,
    isChanged: below(operations.listSkus),
  });
  const run = (some: readonly SkuRecord[], body: Change): void => {
    const send: SendRow<SkuRecord> = async (call, { sku }, ifMatch) => {
      const of = { params: { sku }, query, ifMatch };
      await (step === 'archive' ? call(operations.archiveSku, of) : call(operations.updateSku, { ...of, body }));
      return { state: 'done' };
    };
    setChange(body);
    void work.run(some, send);
  };
  const title = words.titles[step](skus.length);
  if (change !== undefined)
    return (
      <BulkRunWindow
        title={title}
        work={work}
        rows={skus}
        keyOf={codeOf}
        nameOf={codeOf}
        named={stockWords.sku}
        onAgain={(open) => run(open, change)}
        onClose={onClose}
      />
    );
  const ask = { onChoose: (body: Change) => run(skus, body), onClose };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words.texts[step]}</p>
      {step === 'settings' ? <SettingsForm {...ask} /> : <StatusForm {...ask} step={step} />}
    </Dialog>
  );
}

/** The fields that each SKU gets; archiving needs none. */
type Change = BodyOf<'updateSkuBody'>;

interface AskProps {
  readonly onChoose: (body: Change) => void;
  readonly onClose: () => void;
}

function StatusForm({ step, onChoose, onClose }: AskProps & { readonly step: 'archive' | 'restore' }): ReactNode {
  const form = useForm({
    initial: {},
    send: () => {
      onChoose(step === 'restore' ? { status: 'active' } : {});
      return Promise.resolve();
    },
  });
  return (
    <FormFrame form={form} submit={formWords[step]} kind={step === 'archive' ? 'danger-primary' : 'primary'} onCancel={onClose}>
      {null}
    </FormFrame>
  );
}

/** The numbers that tell when a SKU is low, and how many of its units are kept back. */
function SettingsForm({ onChoose, onClose }: AskProps): ReactNode {
  const form = useForm({
    initial: { safety_stock: '', reorder_point: '' },
    schema: 'updateSkuBody',
    check: (fields): Partial<Record<string, string>> =>
      Object.values(fields).every((text) => text.trim() === '') ? { safety_stock: words.oneOf } : {},
    bodyOf: (fields) => ({
      safety_stock: typedNumber(fields.safety_stock),
      reorder_point: typedNumber(fields.reorder_point),
    }),
    send: (body) => {
      onChoose(body);
      return Promise.resolve();
    },
  });
  return (
    <FormFrame form={form} submit={words.save} onCancel={onClose}>
      <TextField
        form={form}
        name="safety_stock"
        type="number"
        label={stockWords.safetyStock}
        hint={formWords.safetyStockHint}
        isOptional
        isFirst
      />
      <TextField
        form={form}
        name="reorder_point"
        type="number"
        label={formWords.reorderPoint}
        hint={formWords.reorderPointHint}
        isOptional
      />
    </FormFrame>
  );
}
