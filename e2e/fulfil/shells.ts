import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '@fulfilment/dev-stack';
import { eventually } from '@fulfilment/testing';
import type { InstalledTool } from './installed-tool.ts';

/** An interactive zsh in a terminal of its own: types its argument once the completion is loaded, and prints what the terminal shows. */
const ZSH = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -D -u; source <(fulfil completion zsh); echo REA""DY'
zpty -r shell shown '*READY*'
zpty -n -w shell "$1"
while zpty -r shell shown '*'; do print -rn -- "$shown"; done
`;

/** True where a shell is not on the PATH. */
export async function lacksShell(name: 'zsh' | 'fish'): Promise<boolean> {
  return (await runCommand(name, ['--version'], process.env)).code !== 0;
}

/** Types keys in an interactive zsh until its terminal shows a text. */
export async function typeInZsh(tool: InstalledTool, keys: string, wanted: RegExp): Promise<void> {
  const script = join(tool.folder, 'type.zsh');
  await writeFile(script, ZSH);
  const shell = tool.startProgram('zsh', ['-f', script, keys], { env: { TERM: 'dumb' }, input: '' });
  await eventually(
    () => {
      if (!wanted.test(shell.output())) throw new Error(`zsh shows ${JSON.stringify(shell.output())}`);
    },
    { withinMs: 30_000 },
  );
  shell.interrupt();
  await shell.ended;
}

/** The words that fish offers at the end of a command line. */
export async function completeInFish(tool: InstalledTool, line: string): Promise<string[]> {
  const program = 'fulfil completion fish | source; complete -C $argv[1]';
  const { stdout, stderr } = await tool.startProgram('fish', ['--no-config', '-c', program, line], { input: '' }).ended;
  if (stderr !== '') throw new Error(`fish: ${stderr}`);
  return stdout.split('\n').flatMap((each) => each.split('\t')[0] || []);
}
