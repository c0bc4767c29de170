import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

export interface GitCommand {
  /** `log` in `git -C .. --no-pager log -5`. */
  name: string;
  args: readonly string[];
}

/** Options before the command that take a value as the next word. */
const withValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']);

/** The git commands of a command line, in order. */
export const gitCommandsOf = ({ programs }: Evidence): GitCommand[] =>
  programs.flatMap((program) => {
    const command = isGit(program) ? commandOf(program.args) : null;
    return command ? [command] : [];
  });

export const isGit = ({ name }: Program): boolean => name === 'git';

function commandOf(args: readonly string[]): GitCommand | null {
  for (let offset = 0; offset < args.length; offset += 1) {
    const word = args[offset] ?? '';
    if (withValue.has(word)) offset += 1;
    else if (!word.startsWith('-')) return { name: word, args: args.slice(offset + 1) };
  }
  return null;
}

/** The first git command of a command line with one of these names. */
export const findGit = (evidence: Evidence, ...names: readonly string[]): GitCommand | null =>
  gitCommandsOf(evidence).find(({ name }) => names.includes(name)) ?? null;
