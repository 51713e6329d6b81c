import { COUNTRIES } from '@fulfilment/contracts';

// The build takes its value in place of it, as of the constants, apart from them: few pages need it.
/** Codes of countries, as the API takes them. */
export const COUNTRY_CODES: readonly string[] = [...COUNTRIES];
