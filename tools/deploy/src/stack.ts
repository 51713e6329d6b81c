import { join } from 'node:path';
import { runCommand } from '@fulfilment/dev-stack/processes';

/** The folder of the stack for one host. */
export const STACK_HOME = join(import.meta.dirname, '../../../deploy/compose');

/** Runs docker in the folder of the stack. @returns its output, trimmed. @throws Error with the output where it fails. */
export async function docker(...args: string[]): Promise<string> {
  const { code, output } = await runCommand('env', ['--chdir', STACK_HOME, 'docker', ...args], process.env);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} failed:\n${output}`);
  return output.trim();
}

/** Runs a command of Docker Compose on the stack. @throws Error as `docker`. */
export function stack(...args: string[]): Promise<string> {
  return docker('compose', ...args);
}

/** Where clients reach the stack, and the certificate (PEM) of the authority that its edge is trusted by. */
export async function edgeOfStack(): Promise<{ readonly port: number; readonly certificate: string }> {
  const port = Number((await stack('port', 'edge', '8443')).split(':').at(-1));
  const certificate = await stack('exec', '--no-TTY', 'edge', 'cat', '/data/caddy/pki/authorities/local/root.crt');
  return { port, certificate };
}
