import { type ReactNode, useState } from 'react';
import { below } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { SkuRecord } from '../../../api/types.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { FormFrame, useForm } from '../../../parts/form.tsx';
import { BulkRunWindow } from '../../../parts/lists/bulk-run-window.tsx';
import { type SendRow, useBulkRun } from '../../../parts/lists/use-bulk-run.ts';
import { dailyWork } from '../../../strings-operations.ts';
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

/** Archives or restores many SKUs: asks first, then shows how far it is and what became of each. */
export function SkuBulkDialog({ step, skus: given, onDone, onClose }: SkuBulkDialogProps): ReactNode {
  const query = { environment: useEnvironment() };
  // Those that are done leave the selection while their results are shown.
  const [skus] = useState(given);
  const [isBegun, setIsBegun] = useState(false);
  const work = useBulkRun({
    rows: skus,
    keyOf: codeOf,
    onDone,
    isChanged: below(operations.listSkus),
  });
  const send: SendRow<SkuRecord> = async (call, { sku }, ifMatch) => {
    const of = { params: { sku }, query, ifMatch };
    await (step === 'archive'
      ? call(operations.archiveSku, of)
      : call(operations.updateSku, { ...of, body: { status: 'active' } }));
    return { state: 'done' };
  };
  const form = useForm({
    initial: {},
    send: () => {
      setIsBegun(true);
      void work.run(skus, send);
      return Promise.resolve();
    },
  });
  const title = words.titles[step](skus.length);
  if (isBegun)
    return (
      <BulkRunWindow
        title={title}
        work={work}
        rows={skus}
        keyOf={codeOf}
        nameOf={codeOf}
        named={dailyWork.stock.sku}
        onAgain={(open) => void work.run(open, send)}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words.texts[step]}</p>
      <FormFrame form={form} submit={formWords[step]} kind={step === 'archive' ? 'danger-primary' : 'primary'} onCancel={onClose}>
        {null}
      </FormFrame>
    </Dialog>
  );
}
