import type { UserConfig } from 'vite';

/** The console as the gateway serves it, at `/console`. */
export default {
  base: '/console/',
  build: {
    target: 'es2023',
    // A page's policy takes no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The schemas of forms, and the readers of barcodes, come with nothing else of their library.
      treeshake: { moduleSideEffects: (id) => !/\/(?:libs\/(?:contracts|kernel)|@zxing\/library)\//.test(id) },
    },
  },
} satisfies UserConfig;
