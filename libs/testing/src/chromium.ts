import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import manifest from '../package.json' with { type: 'json' };

/** Debian's package `chromium-headless-shell`: pages alone, without the frame around them that others draw and that costs seven times as much. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
/** With all that a browser has, cameras too. */
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// Only the loopback address resolves: requests to other hosts fail, those of the browser itself and those of a page.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
];

/**
 * Starts a Chromium without a window: that of the machine, else the one of the package `@sparticuz/chromium`, which is unpacked
 * once (200 MB). `FULFILMENT_BROWSER=package` takes the latter wherever it is.
 *
 * @param flags of its command line, such as those of a fake camera, which only a whole browser has.
 * @throws Error of Playwright if the browser does not start.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const args = [...FLAGS, ...flags];
  const fitting = flags.length > 0 ? WHOLE : [HEADLESS, ...WHOLE];
  const installed = process.env['FULFILMENT_BROWSER'] === 'package' ? undefined : fitting.find((path) => existsSync(path));
  if (installed !== undefined) return await chromium.launch({ executablePath: installed, args });
  const folder = await unpackedChromium();
  const env = { ...variables(), LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, FONTS) };
  return await chromium.launch({ executablePath: join(folder, 'chromium'), args, env });
}

const CACHE = fileURLToPath(new URL('../../../.cache/engines', import.meta.url));
const UNPACK = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
const VERSION = manifest.devDependencies['@sparticuz/chromium'];

/** In place of the package's own settings, which know other folders. */
const FONTS = 'fonts.conf';
const fontSettings = (folder: string): string =>
  `<fontconfig><dir>/usr/share/fonts</dir><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`;

// The package unpacks into the folder for temporary files of its process, which on a shared machine others may write to.
async function unpackedChromium(): Promise<string> {
  const cache = resolve(process.env['FULFILMENT_CACHE'] ?? CACHE);
  const folder = join(cache, `chromium-${VERSION}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, '.draft-'));
  try {
    const env = { ...variables(), TMPDIR: draft };
    await promisify(execFile)(process.execPath, [UNPACK], { env });
    await writeFile(join(draft, FONTS), fontSettings(folder));
    // Another process may have been first.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

function variables(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
