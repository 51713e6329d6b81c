/** A text, or texts under a key each. */
export type Texts = string | readonly Texts[] | { readonly [key: string]: Texts };
