/** A target column of an import, and the way in which a column of a file becomes it. */
export interface ColumnTarget {
  readonly to: string;
  /** Factor of its numbers; the product is rounded to a whole number. */
  readonly times?: number;
  /** Values that stand for none. */
  readonly except?: readonly string[];
  /** True where the name of the column is the beginning of one in the file. */
  readonly isBeginning?: boolean;
  /** It counts in rows that have one of these values there. */
  readonly where?: CellCondition;
}

/** Values that a cell of the row is to have. */
export interface CellCondition {
  readonly column: string;
  readonly values: readonly string[];
}

/** The way in which a file of another system becomes a file to import. Names of columns are compared in any case. */
export interface ColumnMapping {
  /** The page that describes the file. */
  readonly source?: string;
  /** Columns of the file, in the order in which several of one target are put together. */
  readonly columns: Readonly<Record<string, string | ColumnTarget>>;
  /** Columns that, where empty, have what an earlier row has that is the same in `by`. */
  readonly filled?: { readonly by: readonly string[]; readonly columns: readonly string[] };
  /** Rows that are left out. */
  readonly passedOver?: CellCondition;
  /** Rows that have another value there than the first row are left out. */
  readonly oneOf?: string;
}

const grams = (perUnit: number) => ({ to: 'weight_g', times: perUnit });

/**
 * The files of systems that merchants come from. Each names the page of the vendor that describes it. Costs are left out, since these files
 * do not say in which currency they are.
 */
export const IMPORT_PRESETS: Readonly<Record<string, ColumnMapping>> = {
  'shopify-products': {
    source: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
    columns: {
      'Variant SKU': 'sku',
      SKU: 'sku',
      Title: 'name',
      'Option1 Value': { to: 'name', except: ['Default Title'] },
      'Option2 Value': 'name',
      'Option3 Value': 'name',
      'Variant Inventory Qty': 'on_hand',
      'Inventory quantity': 'on_hand',
      'Variant Barcode': 'barcodes',
      Barcode: 'barcodes',
      'Variant Grams': grams(1),
      'Weight value (grams)': grams(1),
    },
    // Only the first row of a product has its title.
    filled: { by: ['Handle', 'URL handle'], columns: ['Title'] },
  },
  'shopify-inventory': {
    source: 'https://help.shopify.com/en/manual/products/inventory/getting-started-with-inventory/inventory-csv',
    columns: {
      SKU: 'sku',
      Title: 'name',
      'Option1 Value': { to: 'name', except: ['Default Title'] },
      'Option2 Value': 'name',
      'Option3 Value': 'name',
      'HS Code': 'hs_code',
      COO: 'country_of_origin',
      'On hand': { to: 'on_hand', except: ['not stocked'] },
      'On hand (current)': { to: 'on_hand', except: ['not stocked'] },
    },
    // A row a place: the counts of several would overwrite one another.
    oneOf: 'Location',
  },
  woocommerce: {
    source: 'https://woocommerce.com/document/product-csv-importer-exporter/',
    columns: {
      SKU: 'sku',
      Name: 'name',
      Stock: 'on_hand',
      'Low stock amount': 'reorder_point',
      'GTIN, UPC, EAN, or ISBN': 'barcodes',
      'Weight (kg)': grams(1_000),
      'Weight (g)': grams(1),
      'Weight (lbs)': grams(453.592_37),
      'Weight (oz)': grams(28.349_523_125),
    },
    // These are made of others, and hold no stock.
    passedOver: { column: 'Type', values: ['variable', 'grouped', 'external'] },
  },
  // Each place has columns of its own, named `Current Quantity ‹place›`.
  square: {
    source: 'https://squareup.com/help/us/en/article/5153-import-items-online',
    columns: {
      SKU: 'sku',
      'Item Name': 'name',
      'Variation Name': { to: 'name', except: ['Regular'] },
      GTIN: 'barcodes',
      'Current Quantity': { to: 'on_hand', isBeginning: true },
      'Stock Alert Count': { to: 'reorder_point', isBeginning: true },
      'Weight (kg)': grams(1_000),
      'Weight (g)': grams(1),
      'Weight (lb)': grams(453.592_37),
      'Weight (oz)': grams(28.349_523_125),
    },
  },
  amazon: {
    source: 'https://sellercentral.amazon.com/gp/help/external/200385890',
    columns: {
      'seller-sku': 'sku',
      'item-name': 'name',
      quantity: 'on_hand',
      // 3 is a UPC, 4 an EAN; 1 is a number of Amazon's own.
      'product-id': { to: 'barcodes', where: { column: 'product-id-type', values: ['3', '4'] } },
    },
  },
  prestashop: {
    source:
      'https://docs.prestashop-project.org/functional-documentation/functional-documentation/ux-ui/back-office/configure/advanced-parameters/import',
    columns: {
      'Reference #': 'sku',
      'Name *': 'name',
      Quantity: 'on_hand',
      'Low stock level': 'reorder_point',
      EAN13: 'barcodes',
      UPC: 'barcodes',
      Weight: grams(1_000),
    },
  },
  odoo: {
    source: 'https://www.odoo.com/documentation/19.0/applications/essentials/export_import_data.html',
    columns: {
      'Internal Reference': 'sku',
      Name: 'name',
      'Quantity On Hand': 'on_hand',
      Barcode: 'barcodes',
      Weight: grams(1_000),
    },
  },
};
