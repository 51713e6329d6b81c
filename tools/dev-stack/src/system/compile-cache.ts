import { fileURLToPath } from 'node:url';

/** Where Node keeps compiled modules of the supervisor and all services: it nearly halves their start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url));
