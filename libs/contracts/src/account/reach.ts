import type { accountOperations } from './operations.ts';

/** Each operation under /account/v1 by its id. */
type AccountOperationId = keyof typeof accountOperations;

/**
 * The reach of an operation that a session asks for: it `reads`; it `widens` what its caller, or what others, can do from then on, or
 * `ends` something for good, for both of which the session must have been authenticated recently; it `proves` the member by a password,
 * a token or the identity provider itself; or it does `neither`.
 */
export type Reach =
  | { readonly type: 'reads' }
  | { readonly type: 'widens' | 'ends' | 'proves' | 'neither'; readonly what: string };

const READS: Reach = { type: 'reads' };
const widens = (what: string): Reach => ({ type: 'widens', what });
const ends = (what: string): Reach => ({ type: 'ends', what });
const proves = (what: string): Reach => ({ type: 'proves', what });
const neither = (what: string): Reach => ({ type: 'neither', what });

/** The reach of every operation of the account: one that is new has to be placed here. */
export const REACH: Readonly<Record<AccountOperationId, Reach>> = {
  getAccount: READS,
  listKeys: READS,
  createKey: widens('a key works without the session, and after it'),
  getKey: READS,
  updateKey: widens('a key that is valid longer, or from other addresses; a name changes nothing of that'),
  rotateKey: widens('its new secret is shown'),
  revokeKey: ends('a key'),
  listAuditLog: READS,
  listActors: READS,
  listMembers: READS,
  inviteMember: widens('a member, by a token that is shown'),
  getMember: READS,
  updateMember: widens('the role of a member'),
  removeMember: ends('a member, and the sessions of it'),
  renewInvitation: widens('a token is shown that lets a member in'),
  issuePasswordReset: widens('a token is shown that lets a member in'),
  signIn: proves('the password'),
  acceptInvitation: proves('a one-time token'),
  resetPassword: proves('a one-time token'),
  redeemSignInLink: proves('a one-time token'),
  confirmSession: proves('the password'),
  changePassword: proves('the current password; a first one, the link that opened the session'),
  getSession: READS,
  signOut: neither('ends the own session'),
  listSessions: READS,
  revokeSession: neither('ends an own session'),
  revokeOtherSessions: neither('ends own sessions'),
  listPlans: READS,
  getSignInMethods: READS,
  beginSingleSignOn: proves('the identity provider'),
  finishSingleSignOn: proves('the identity provider'),
  getInventoryOverview: READS,
  getOrdersOverview: READS,
  getScansOverview: READS,
  getRetention: READS,
  updateRetention: ends("persons' data of orders that are older than the new retention"),
  listWebhooks: READS,
  createWebhook: widens('later events go to a URL, and its secret is shown'),
  getWebhook: READS,
  updateWebhook: widens('events go to another URL; everything else is about what goes to the present one'),
  deleteWebhook: ends('an endpoint, its secrets, and the deliveries that wait for it'),
  pauseWebhook: neither('events are held for 30 days'),
  resumeWebhook: neither('held events go to the present URL, or are dropped and can be sent again'),
  revealWebhookSecret: widens('secrets are shown that sign deliveries'),
  rotateWebhookSecret: widens('a secret is shown that signs deliveries'),
  testFilter: neither('stores and sends nothing'),
  listEventTypes: READS,
  listWebhookChanges: READS,
  getWebhookStats: READS,
  getWebhooksOverview: READS,
  testWebhook: neither('an event of made-up data goes to the present URL'),
  listDeliveries: READS,
  streamDeliveries: READS,
  getDelivery: READS,
  resendDelivery: widens('an event of up to 30 days ago is sent again'),
  createReplay: widens('events of up to 30 days ago are sent again'),
  listReplays: READS,
  getReplay: READS,
  cancelReplay: neither('ends a replay, which can be begun again'),
};
