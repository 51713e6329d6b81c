import type { Plugin, UserConfig } from 'vite';

/**
 * Evaluates modules and takes their values in their place: the methods and paths of the contract's operations, its constants and its
 * countries, without the schemas that they are declared with.
 */
const evaluatedContracts: Plugin = {
  name: 'evaluated-contracts',
  async load(id) {
    if (!/\/src\/api\/(?:callable-operations|contracts\/(?:constants|countries))\.ts$/.test(id)) return undefined;
    const values: Readonly<Record<string, unknown>> = await import(new URL(id, import.meta.url).href);
    const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
    return { code: lines.join('\n'), moduleSideEffects: false };
  },
};

/** The console as the gateway serves it, at `/console`. */
export default {
  base: '/console/',
  plugins: [evaluatedContracts],
  build: {
    target: 'es2023',
    // A page's policy takes no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The schemas of forms, and the readers and writers of barcodes, come with nothing else of their library.
      treeshake: { moduleSideEffects: (id) => !/\/(?:libs\/(?:contracts|kernel)|@zxing\/library|bwip-js)\//.test(id) },
    },
  },
} satisfies UserConfig;
