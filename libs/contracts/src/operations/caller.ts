import { z } from 'zod';
import { inEnvironment } from '../account/keys.ts';
import { callerRecord } from '../caller.ts';
import { operation } from '../operation.ts';

/** Tells a caller who it is. */
export const getCaller = operation({
  id: 'getCaller',
  method: 'GET',
  path: '/me',
  service: 'gateway',
  permission: null,
  summary: 'Retrieve the account, role and limits of the API key',
  description: 'The caller as it was authenticated for this request. Open to every role.',
  query: z.strictObject(inEnvironment),
  replies: { 200: { description: 'The caller.', body: callerRecord } },
});
