import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ALLOCATION_STRATEGIES, SPLITS } from '../../api/contracts/constants.ts';
import { call, reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useSeenVersion } from '../../api/seen-version.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { AllocationRulesRecord } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts, Panel } from '../../parts/facts.tsx';
import { ChoiceField, FormFrame, useForm } from '../../parts/form.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { strings } from './location-strings.ts';

const { rules: words } = strings;

/** The rules by which orders get warehouses. */
export function AllocationRulesPanel(): ReactNode {
  const mayChange = usePermissions()('locations:write');
  const queries = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const read = reading(operations.getAllocationRules, { query: { environment: useEnvironment() } });
  const { data, error, refetch } = useQuery(read);
  const actions = data && mayChange && (
    <Button size="small" onPress={() => setIsEditing(true)}>
      {words.change}
    </Button>
  );
  return (
    <Panel title={words.title} actions={actions}>
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      {data && (
        <Facts
          facts={[
            [words.strategy, <Rule key="strategy" {...words.strategies[data.strategy]} />],
            [words.split, data.strategy === 'anywhere' ? undefined : <Rule key="split" {...words.splits[data.split]} />],
            [words.changed, data.updated_at === null ? undefined : <Time at={data.updated_at} />],
          ]}
        />
      )}
      <p className="quiet">{words.lead}</p>
      {isEditing && data && (
        <RulesDialog
          present={data}
          onClose={() => setIsEditing(false)}
          onChanged={(changed) => queries.setQueryData(read.queryKey, changed)}
        />
      )}
    </Panel>
  );
}

function Rule({ label, hint }: { readonly label: string; readonly hint: string }): ReactNode {
  return (
    <>
      <span>{label}</span>
      <span className="detail">{hint}</span>
    </>
  );
}

const STRATEGIES = ALLOCATION_STRATEGIES.map((value) => ({ value, ...words.strategies[value] }));
const WAYS_TO_SPLIT = SPLITS.map((value) => ({ value, ...words.splits[value] }));

interface RulesDialogProps {
  readonly present: AllocationRulesRecord;
  readonly onClose: () => void;
  readonly onChanged: (rules: AllocationRulesRecord) => void;
}

/** Changes the rules, if they are as the member saw them. */
function RulesDialog({ present, onClose, onChanged }: RulesDialogProps): ReactNode {
  const environment = useEnvironment();
  const asSeen = useSeenVersion(present);
  const [{ strategy, split }] = useState(present);
  const form = useForm({
    initial: { strategy, split },
    schema: 'updateAllocationRulesBody',
    bodyOf: (values) => ({ ...values }),
    send: async (body) => {
      onChanged(await asSeen((ifMatch) => call(operations.updateAllocationRules, { query: { environment }, body, ifMatch })));
      toast(words.saved);
      onClose();
    },
  });
  return (
    <Dialog title={words.change} onClose={onClose}>
      <p>{words.holds}</p>
      <FormFrame form={form} submit={words.save} onCancel={onClose}>
        <ChoiceField form={form} name="strategy" label={words.strategy} choices={STRATEGIES} />
        <ChoiceField form={form} name="split" label={words.split} choices={WAYS_TO_SPLIT} />
      </FormFrame>
    </Dialog>
  );
}
