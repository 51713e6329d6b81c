/** One spelling of an address, by which it is kept and found. Nobody tells mailboxes apart by upper and lower case in practice. */
export function normalEmail(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
