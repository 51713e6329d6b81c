/**
 * Wakes other processes, when it can. A hint may be lost or late, so whoever waits for one looks for itself as well.
 * The redis library has it.
 */
export interface HintChannel {
  readonly publish: (channel: string, text: string) => void;
  readonly subscribe: (channel: string, heard: (text: string) => void) => void;
}
