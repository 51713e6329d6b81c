/** The most that a file to import may have: 64 MiB. */
export const MAX_IMPORT_BYTES = 67_108_864;
