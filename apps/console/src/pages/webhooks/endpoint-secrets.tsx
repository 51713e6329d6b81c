import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFrame, SelectField, useForm } from '../../parts/form.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { useSeenVersion } from '../../api/seen-version.ts';
import { toast } from '../../parts/toasts.tsx';
import { refreshEndpoints, useAction } from './endpoint-query.ts';
import { strings } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

const { secrets: words } = strings;

interface EndpointProps {
  readonly endpoint: WebhookEndpointRecord;
}

/** The secrets that sign the deliveries of an endpoint: revealed on request, and rotated with an overlap. */
export function EndpointSecrets({ endpoint: { id, secrets, version } }: EndpointProps): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const [isRotating, setIsRotating] = useState(false);
  const reveal = useAction(async () => {
    const { data } = await call(accountOperations.revealWebhookSecret, { params: { id }, query: { environment } });
    setShown(Object.fromEntries(data.map((secret) => [secret.id, secret.secret])));
  });
  const isShown = Object.keys(shown).length > 0;
  return (
    <section className="panel stack" aria-labelledby="secrets">
      <div>
        <h2 id="secrets">{words.title}</h2>
        <p className="quiet">{words.hint}</p>
      </div>
      <ul className="secrets">
        {secrets.map(({ id: secretId, last4, created_at: createdAt, ends_at: endsAt }) => (
          <li key={secretId}>
            <div className="secret">
              <code>{shown[secretId] ?? `whsec_…${last4}`}</code>
              {shown[secretId] !== undefined && <CopyButton text={shown[secretId]} label={words.copy} />}
            </div>
            <small className="quiet">
              {words.since} <Time at={createdAt} isRelative />
              {endsAt !== null && (
                <>
                  {' '}
                  · {words.ends} <Time at={endsAt} isRelative />
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
      <ProblemNotice error={reveal.error} />
      {may('webhooks:manage') && (
        <div className="row">
          {isShown ? (
            <Button size="small" onPress={() => setShown({})}>
              {words.hide}
            </Button>
          ) : (
            <Button size="small" isDisabled={reveal.isWorking} onPress={reveal.run}>
              {words.reveal}
            </Button>
          )}
          <Button size="small" onPress={() => setIsRotating(true)}>
            {words.rotate}
          </Button>
        </div>
      )}
      {isRotating && (
        <RotateDialog
          endpoint={{ id, version }}
          onClose={(secret) => {
            setIsRotating(false);
            if (secret) setShown(secret);
          }}
        />
      )}
    </section>
  );
}

interface RotateDialogProps {
  readonly endpoint: Pick<WebhookEndpointRecord, 'id' | 'version'>;
  /** Gets the new secret by its id, if there is one. */
  readonly onClose: (secret?: Readonly<Record<string, string>>) => void;
}

function RotateDialog({ endpoint, onClose }: RotateDialogProps): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const asSeen = useSeenVersion(endpoint);
  const form = useForm({
    initial: { overlap_seconds: '86400' },
    bodyOf: ({ overlap_seconds: overlap }) => ({ overlap_seconds: Number(overlap) }),
    send: async (body) => {
      const request = { params: { id: endpoint.id }, query: { environment }, body };
      const { secret, secrets } = await asSeen((ifMatch) => call(accountOperations.rotateWebhookSecret, { ...request, ifMatch }));
      await refreshEndpoints(queries);
      toast(words.rotated);
      onClose({ [secrets[0]?.id ?? '']: secret });
    },
  });
  return (
    <Dialog title={words.rotate} onClose={() => onClose()}>
      <FormFrame form={form} submit={words.rotate} onCancel={() => onClose()}>
        <p>{words.rotateText}</p>
        <SelectField form={form} name="overlap_seconds" label={words.overlap} choices={words.overlaps} />
      </FormFrame>
    </Dialog>
  );
}
