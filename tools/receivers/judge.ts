import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The input of a receiver. */
export interface Given {
  readonly body: string;
  readonly header: string;
  readonly secret: string;
  /** Unix seconds. */
  readonly now: number;
}

const run = promisify(execFile);

/** Each reads a line for every case, its four parts apart by tabs (the body in base64), and prints a line that is true, false, or failed. */
const DRIVERS: Readonly<Record<Language, string>> = {
  js: `import { readFileSync } from 'node:fs';
import { isGenuine } from './receiver.mjs';
for (const line of readFileSync('cases.tsv', 'utf8').split('\\n')) {
  const [body, header, secret, now] = line.split('\\t');
  try {
    console.log(isGenuine(Buffer.from(body, 'base64'), header, secret, Number(now)));
  } catch {
    console.log('failed');
  }
}
`,
  python: `import base64
from receiver import is_genuine
for line in open("cases.tsv").read().split("\\n"):
    body, header, secret, now = line.split("\\t")
    try:
        print(str(is_genuine(base64.b64decode(body), header, secret, float(now))).lower())
    except ValueError:
        print("failed")
`,
  java: `import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
final class Driver {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases.tsv"))) {
            String[] parts = line.split("\\t", -1);
            byte[] body = Base64.getDecoder().decode(parts[0]);
            try {
                System.out.println(WebhookSignature.isGenuine(body, parts[1], parts[2], Long.parseLong(parts[3])));
            } catch (IllegalArgumentException noSecret) {
                System.out.println("failed");
            }
        }
    }
}
`,
  sh: `. ./receiver.sh
tab=$(printf '\\t')
while IFS= read -r line || [ -n "$line" ]; do
  body=\${line%%"$tab"*}; rest=\${line#*"$tab"}
  header=\${rest%%"$tab"*}; rest=\${rest#*"$tab"}
  printf '%s' "$body" | openssl base64 -d -A > body.json
  is_genuine body.json "$header" "\${rest%%"$tab"*}" "\${rest#*"$tab"}" 2>/dev/null
  case $? in 0) echo true ;; 1) echo false ;; *) echo failed ;; esac
done < cases.tsv
`,
};

interface Program {
  readonly receiver: string;
  readonly driver: string;
  /** Commands, one after the other; what the last one prints is the answer. */
  readonly commands: readonly (readonly [string, ...string[]])[];
}

const PROGRAMS: Readonly<Record<Language, Program>> = {
  js: { receiver: 'receiver.mjs', driver: 'driver.mjs', commands: [[process.execPath, 'driver.mjs']] },
  python: { receiver: 'receiver.py', driver: 'driver.py', commands: [['python3', 'driver.py']] },
  java: {
    receiver: 'WebhookSignature.java',
    driver: 'Driver.java',
    commands: [
      ['javac', 'Driver.java', 'WebhookSignature.java'],
      ['java', '-cp', '.', 'Driver'],
    ],
  },
  sh: { receiver: 'receiver.sh', driver: 'driver.sh', commands: [['sh', 'driver.sh']] },
};

/** A receiver's code, and an empty folder to run it in. */
export interface Receiver {
  readonly language: Language;
  readonly code: string;
  readonly folder: string;
}

/** The answers of a receiver to the cases, each `true`, `false`, or `failed` where it threw an error. @throws Error if it cannot be run. */
export async function judge({ language, code, folder }: Receiver, cases: readonly Given[]): Promise<readonly string[]> {
  const { receiver, driver, commands } = PROGRAMS[language];
  const lines = cases.map(({ body, header, secret, now }) =>
    [Buffer.from(body).toString('base64'), header, secret, now].join('\t'),
  );
  await writeFile(join(folder, 'cases.tsv'), lines.join('\n'));
  await writeFile(join(folder, receiver), code);
  await writeFile(join(folder, driver), DRIVERS[language]);
  let printed = '';
  for (const [file, ...args] of commands) printed = (await run(file, args, { cwd: folder })).stdout;
  return printed.trimEnd().split('\n');
}

/** Languages in which a page has code, as its fences name them. */
export type Language = 'js' | 'python' | 'java' | 'sh';

/** The one block of code that a page has in a language. @throws Error if it has none, or several. */
export function documentedCode(page: string, language: Language): string {
  const blocks = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, name, code = '']) => ({ name, code }));
  const [found, ...others] = blocks.filter(({ name }) => name === language);
  if (!found || others.length > 0) throw new Error(`the page has ${found ? 'several blocks' : 'no block'} of ${language}`);
  return found.code;
}
