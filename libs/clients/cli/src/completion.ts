import { Argument, type Command, type Option } from 'commander';
import { type AddCommands, withExamples } from './command.ts';
import { ProfileStore } from './profiles.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/**
 * The scripts ask the program, so that they know every later command too. The words go to it as arguments: no shell evaluates them.
 * Where the program knows nothing, files are offered.
 */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# fulfil: put \`source <(fulfil completion bash)\` into ~/.bashrc
_fulfil() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" __complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _fulfil fulfil`,
  zsh: `#compdef fulfil
# fulfil: put \`source <(fulfil completion zsh)\` into ~/.zshrc, behind compinit
_fulfil() {
  local -a found
  found=("\${(@f)$("\${words[1]}" __complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    _describe fulfil found
  else
    _files
  fi
}
compdef _fulfil fulfil`,
  fish: `# fulfil: fulfil completion fish > ~/.config/fish/completions/fulfil.fish
function __fulfil_complete
    set -l words (commandline -opc)
    set -l found ($words[1] __complete fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c fulfil -f -a '(__fulfil_complete)'`,
};

/** Completion of commands, options and their values. */
export const addCompletion: AddCommands = (program, perform) => {
  withExamples(program.command('completion').description('Print the script that completes commands in a shell.'), [
    'completion bash > ~/.local/share/bash-completion/completions/fulfil',
    'completion zsh > "${fpath[1]}/_fulfil"',
    'completion fish > ~/.config/fish/completions/fulfil.fish',
  ])
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell, _options: object, command: Command) =>
      perform(command, ({ out }) => (out.json ? out.document({ shell, script: SCRIPTS[shell] }) : out.line(SCRIPTS[shell]))),
    );
  program
    .command('__complete', { hidden: true })
    .argument('<shell>')
    .argument('[words...]')
    .action((shell: string, words: string[], _options: object, command: Command) =>
      perform(command, async ({ out, terminal }) => {
        const profiles = await new ProfileStore(terminal.env).read().catch(() => null);
        const names = [...(profiles?.profiles.keys() ?? [])];
        await out.lines(candidates(program, words, names).map((each) => textFor(shell, each)));
      }),
    );
};

/** A word that can stand at the cursor. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

function textFor(shell: string, { word, meaning }: Candidate): string {
  if (shell === 'zsh') return `${word.replaceAll(':', String.raw`\:`)}:${meaning}`;
  return shell === 'fish' ? `${word}\t${meaning}` : word;
}

/**
 * Words that can stand in place of the last one: commands, options, values of an option, values of an argument.
 *
 * @param words behind the name of the program; the last is the one at the cursor, which may be empty.
 * @param profiles names of the kept profiles.
 */
export function candidates(program: Command, words: readonly string[], profiles: readonly string[]): readonly Candidate[] {
  const current = words.at(-1) ?? '';
  const { command, option, place } = placeOf(program, words.slice(0, -1));
  const found = option
    ? valuesOf(option, profiles)
    : current.startsWith('-')
      ? optionsOf(program, command)
      : [...commandsOf(command), ...argumentsOf(command, place, profiles)];
  return found.filter(({ word }) => word.startsWith(current));
}

interface Place {
  readonly command: Command;
  /** That the next word is the value of. */
  readonly option: Option | null;
  /** Number of arguments before. */
  readonly place: number;
}

function placeOf(program: Command, before: readonly string[]): Place {
  let command = program;
  let option: Option | null = null;
  let place = 0;
  for (const word of before) {
    if (option) {
      option = null;
      continue;
    }
    if (word.startsWith('-')) {
      const named = [...command.options, ...program.options].find(({ long, short }) => word === long || word === short);
      option = named?.required ? named : null;
      continue;
    }
    const below = visible(command).find((each) => each.name() === word);
    if (below) command = below;
    else place += 1;
  }
  return { command, option, place };
}

const visible = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command);

function commandsOf(command: Command): readonly Candidate[] {
  return visible(command).map((each) => ({ word: each.name(), meaning: each.summary() || each.description() }));
}

function optionsOf(program: Command, command: Command): readonly Candidate[] {
  const own = command.createHelp().visibleOptions(command);
  const all = command === program ? own : [...own, ...program.options];
  return all.flatMap(({ long, description }) => (long ? [{ word: long, meaning: description }] : []));
}

function valuesOf({ long, argChoices = [] }: Option, profiles: readonly string[]): readonly Candidate[] {
  const values = long === '--profile' ? profiles : argChoices;
  return values.map((word) => ({ word, meaning: '' }));
}

function argumentsOf(command: Command, place: number, profiles: readonly string[]): readonly Candidate[] {
  const argument = command.registeredArguments[place];
  const values = argument?.name() === 'profile' ? profiles : (argument?.argChoices ?? []);
  return values.map((word) => ({ word, meaning: '' }));
}
