import { z } from 'zod';
import { type ErrorCode, ERRORS } from './errors.ts';
import { importReport } from './inventory/files.ts';

/** The record that a request, or an item of it, took to have another version. */
const conflictFacts = {
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      '`version_conflict`: the present record, as its operation answers it. Of a batch, one for each SKU, in 4 MB together.',
    ),
  current_version: z.int().optional().describe('`version_conflict`: the present version of the record.'),
  changed_by: z
    .string()
    .optional()
    .describe(
      '`version_conflict` of a SKU or location: id of the key or member that made the present version, where it is known.',
    ),
};

/** The numbers and names that some faults come with. */
export const itemFacts = {
  sku: z.string().optional().describe('SKU of the fault.'),
  status_of_sku: z.string().optional().describe('`sku_exists`: status of the SKU that exists, `active` or `archived`.'),
  location: z.string().optional().describe('Path or id of the location of the fault.'),
  requested: z.int().optional().describe('Units that were requested.'),
  available: z.int().optional().describe('Units that were available.'),
  allocated: z.int().optional().describe('Units that the order holds.'),
  on_hand: z.int().optional().describe('Units that are on hand.'),
  minimum: z.int().optional().describe('Lowest allowed number of units.'),
  maximum: z.int().optional().describe('Highest allowed number of units; of records or bytes, for `storage_limit_reached`.'),
  stored: z
    .string()
    .optional()
    .describe(
      '`storage_limit_reached`: kind of the records, `skus`, `open_orders`, `webhook_endpoints` or `warehouses`; `stored_bytes` for bytes of all records.',
    ),
  used: z.int().optional().describe('`storage_limit_reached`: number of the records or bytes.'),
  reservation_id: z.string().optional().describe('Id of the reservation that the fault is about.'),
  status_of_reservation: z
    .string()
    .optional()
    .describe('Status of that reservation: `active`, `converted`, `released` or `expired`.'),
  ...conflictFacts,
  line_id: z.string().optional().describe('Line of the order that the fault is about.'),
  allowed: z.int().optional().describe('`quantity_exceeded`: units that may be named, or records that there may be.'),
  limit: z
    .string()
    .optional()
    .describe(
      '`quantity_exceeded`: the units or records that the numbers are of: `open`, `planned`, `fulfilments`, or `lines of fulfilments`.',
    ),
  warehouses: z
    .array(
      z
        .looseObject({
          warehouse_id: z.string().describe('Id of the warehouse.'),
          warehouse: z.string().describe('Code of the warehouse.'),
          quantity: z.int().describe('Units in it.'),
        })
        .meta({ id: 'UnitsInWarehouse' }),
    )
    .optional()
    .describe('Warehouses that the units are held in.'),
  named: z.int().optional().describe('`quantity_mismatch`: units that the request names of the line, in all.'),
  expected: z.int().optional().describe('`quantity_mismatch`: units that the line requires.'),
  counted_at: z.string().optional().describe('Time of a count that is out of date, RFC 3339 in UTC with milliseconds.'),
};

/** One thing that is wrong: where, which code, and the numbers that help to mend it. */
export const problemItem = z
  .looseObject({
    pointer: z
      .string()
      .describe(
        'JSON pointer into the body (RFC 6901); for a parameter or header field, `/` and its name; empty for the whole request.',
      ),
    code: z.string().describe('Stable, documented error code for programs.'),
    message: z.string().describe('Explanation for people.'),
    ...itemFacts,
  })
  .meta({ id: 'ProblemItem' });
export type ProblemItem = z.output<typeof problemItem>;

/** Members that some codes have beside the standard ones. */
const facts = {
  accounts: z
    .array(
      z
        .looseObject({
          id: z.string().describe('Id of the account.'),
          name: z.string().describe('Display name, 1 to 200 characters.'),
        })
        .meta({ id: 'AccountChoice' }),
    )
    .optional()
    .describe('`several_accounts`: the accounts for which the credentials are valid.'),
  allow: z.array(z.string()).optional().describe('`method_not_allowed`: the methods of the path, as in `Allow`.'),
  available: z
    .array(z.string())
    .optional()
    .describe('`not_acceptable`, `unsupported_media_type`: the media types that there are.'),
  check: z.string().optional().describe('`sso_not_trusted`: the claim that failed.'),
  confirm_at: z.string().optional().describe('`recent_authentication_required`: the path that takes the password, with POST.'),
  ...conflictFacts,
  current_status: z.string().optional().describe('Refused steps: the present status of the record.'),
  ends_at: z.string().optional().describe('`too_many_secrets`: when the first secret ends, RFC 3339 in UTC with milliseconds.'),
  fulfilment_id: z.string().optional().describe('Refused fulfilments: id of the fulfilment.'),
  holds: z
    .array(
      z
        .strictObject({ id: z.string().describe('Id of the hold.'), reason: z.string().describe('Its reason.') })
        .meta({ id: 'HoldOfOrder' }),
    )
    .optional()
    .describe('`order_on_hold`: the holds of the order.'),
  imported: importReport.optional().describe('Refused imports: the report of the rows done before the fault.'),
  limit: z
    .string()
    .optional()
    .describe('`rate_limited`: the limit that was reached: `key`, `tenant`, `client`, `connections` or `in-flight`.'),
  max_bytes: z.int().optional().describe('Requests that are too large: the bound in bytes.'),
  max_fields: z.int().optional().describe('`headers_too_large`: the maximum number of header fields.'),
  member_id: z.string().optional().describe('`member_exists`: id of the member.'),
  order_id: z.string().optional().describe('Refused orders: id of the order.'),
  permission: z.string().optional().describe('`forbidden`: the permission that the role lacks.'),
  provider_error: z.string().optional().describe('`sso_denied`: the error of the identity provider.'),
  replay_id: z.string().optional().describe('`replay_in_progress`: id of the replay.'),
  return_id: z.string().optional().describe('Refused returns: id of the return.'),
  retry_after: z.int().optional().describe('`rate_limited`: seconds to wait, as in `Retry-After`.'),
  row: z.int().optional().describe('`malformed_csv`: number of the faulty row, from 1.'),
  scan_id: z.string().optional().describe('`duplicate_client_scan_id`: id of the scan.'),
  status_of_key: z.string().optional().describe('`key_not_active`: status of the API key.'),
  status_of_member: z.string().optional().describe('`member_not_active`: status of the member.'),
};

/** The body of every error (RFC 9457 section 3), `application/problem+json`. Some codes add facts beside these members. */
export const problemDocument = z
  .looseObject({
    type: z.string().describe('URL of the documentation of the code.'),
    title: z.string().describe('Short name of the code.'),
    status: z.int().describe('HTTP status of the response.'),
    code: z
      .enum(Object.keys(ERRORS).filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code)))
      .describe('Stable, documented error code for programs.'),
    detail: z.string().describe('Explanation of this occurrence.'),
    request_id: z.string().describe('The `X-Request-Id` of the response.'),
    retryable: z.boolean().describe('Whether the same request can still succeed.'),
    errors: z.array(problemItem).optional().describe('Offending fields or lines: the first 100.'),
    errors_left_out: z.int().optional().describe('Number of further errors: `errors` lists at most 100.'),
    ...facts,
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.output<typeof problemDocument>;

/** Why one item of a batch was refused, as {@link problemDocument} would say it of a request of its own. */
export const itemProblem = z
  .looseObject({
    title: problemDocument.shape.title,
    code: problemDocument.shape.code,
    detail: problemDocument.shape.detail,
    retryable: z.boolean().describe('Whether the same item can still succeed.'),
    errors: z
      .array(problemItem)
      .optional()
      .describe(
        "Offending fields, at most 100, and the first alone once the batch lists 1 000; pointers begin at the request's body.",
      ),
    errors_left_out: problemDocument.shape.errors_left_out,
  })
  .meta({ id: 'ItemProblem' });
export type ItemProblem = z.output<typeof itemProblem>;
