import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

// A process of its own: the package unpacks the browser, its fonts and the libraries that a bare system lacks into `TMPDIR`.
await chromium.executablePath();
await inflate(join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br'));
