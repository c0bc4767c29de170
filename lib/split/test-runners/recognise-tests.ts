import type { Program } from '../command-line.ts';
import { hasMark, type Mark } from '../marks.ts';
import type { Evidence } from '../summarizer.ts';

/** Programs that show the text of others, as it stood in a file or a change. */
const showsText = new Set(['git', 'diff', 'grep', 'rg', 'ag', 'ack', 'hg', 'svn']);

/** TAP without its heading, and with the plan far below. */
export const tapPoints = /^(?:not )?ok 1\b[^\n]*\n(?:[^\n]*\n)*?(?:not )?ok 2\b/m;

/**
 * By the program that was asked for, else by marks, which stand at the start of lines as the runner itself writes them. Source
 * code and changes are never the output of tests, whatever they speak of.
 * @param frame what stands around a mark that any program might print, as `42 passed in 3s`; asked for where the runner is not named
 */
export const recogniseTests =
  (isNamed: (program: Program) => boolean, marks: readonly Mark[], frame: RegExp | null = null) =>
  (evidence: Evidence): 'named' | 'marked' | null => {
    if (!mayHoldTests(evidence)) return null;
    const { programs } = evidence;
    if (programs.some((program) => isNamed(program)))
      return !isReportForPrograms(evidence) || hasMark(evidence, marks) ? 'named' : 'marked';
    if (programs.some(({ name }) => showsText.has(name))) return null;
    if (!hasMark(evidence, marks)) return null;
    return frame === null || frame.test(evidence.head) || frame.test(evidence.tail) ? 'marked' : null;
  };

/** Nearly all can write what others read as well: then the form tells more than the name. */
const isReportForPrograms = ({ head, tail }: Evidence): boolean =>
  /^(?:TAP version 1\d\s*|1\.\.\d+|<\?xml .*|<testsuites?[ >].*)$/m.test(head) ||
  /^\s*\{/.test(head) ||
  tapPoints.test(head) ||
  // The plan of TAP may come last.
  /^1\.\.\d+$/m.test(tail);

export function mayHoldTests({ type, language }: Evidence): boolean {
  if (type === 'file') return language === null || language === 'xml' || language === 'markup';
  return type === 'terminal' || type === 'log' || type === 'text' || type === 'json';
}

export const isTestProgram =
  (...names: string[]) =>
  ({ name }: Program): boolean =>
    names.includes(name);
