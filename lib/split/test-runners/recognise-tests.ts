import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

/** Programs that show the text of others, as it stood in a file or a change. */
const showsText = new Set(['git', 'diff', 'grep', 'rg', 'ag', 'ack', 'hg', 'svn']);

/**
 * By the program that was asked for, else by marks, which stand at the start of lines as the runner itself writes them. Source
 * code and changes are never the output of tests, whatever they speak of.
 */
export function recogniseTests(
  evidence: Evidence,
  isNamed: (program: Program) => boolean,
  isMarked: (text: string) => boolean,
): 'named' | 'marked' | null {
  if (!mayHoldTests(evidence)) return null;
  if (evidence.programs.some((program) => isNamed(program))) return 'named';
  if (evidence.programs.some(({ name }) => showsText.has(name))) return null;
  const { head, tail } = evidence;
  return isMarked(head) || (tail !== head && isMarked(tail)) ? 'marked' : null;
}

export function mayHoldTests({ type, language }: Evidence): boolean {
  if (type === 'file') return language === null || language === 'xml' || language === 'markup';
  return type === 'terminal' || type === 'log' || type === 'text' || type === 'json';
}

export const isProgram =
  (...names: string[]) =>
  ({ name }: Program): boolean =>
    names.includes(name);
