import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of swagger-ui-dist on npm; see `swagger-ui/README.md`. */
export const SWAGGER_UI_VERSION = '5.35.0';

const FOLDER = join(import.meta.dirname, 'swagger-ui');

/** A file of the library, kept as it is sent. */
export interface Asset {
  /** With the version in it, so that a browser can keep it for good. */
  readonly path: string;
  readonly type: string;
  /** Compressed with gzip. */
  readonly read: () => Buffer;
}

const asset = (file: string, extension: 'js' | 'css', type: string): Asset => ({
  path: `/docs/swagger-ui-${SWAGGER_UI_VERSION}.${extension}`,
  type,
  read: () => readFileSync(join(FOLDER, `${file}.gz`)),
});

/** The two files that the browsable reference stands on. */
export const SWAGGER_UI = {
  script: asset('swagger-ui-bundle.js', 'js', 'text/javascript; charset=utf-8'),
  style: asset('swagger-ui.css', 'css', 'text/css; charset=utf-8'),
} as const;
