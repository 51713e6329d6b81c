/** The texts of labels. */
export const labelWords = {
  title: 'Labels',
  lead: (labels: number) =>
    `${labels} ${labels === 1 ? 'label' : 'labels'}. On A4 3 × 8 of 70 × 36 mm, on Letter 3 × 10 of 2⅝ × 1 inch, on 4 × 6 inch one each. Print without scaling.`,
  most: (labels: number) => `Only the first ${labels} are shown. Choose a smaller location.`,
  of: 'Labels of',
  kinds: { locations: 'The location and those below it', skus: 'The SKUs that lie there' },
  copies: 'Copies',
  locations: 'Locations',
  stock: 'Stock',
  none: 'Nothing to label here.',
  bars: (text: string) => `Barcode of ${text}`,
  square: (text: string) => `Square code of ${text}`,
} as const;
