import type { Program } from '../command-line.ts';
import { hasMark, type Mark } from '../marks.ts';
import type { Evidence } from '../summarizer.ts';

/** Programs that print text written elsewhere, such as a file or a diff. */
const showsText = new Set(['git', 'diff', 'grep', 'rg', 'ag', 'ack', 'hg', 'svn']);

/** TAP without its version line, whose plan comes only at the end. */
export const tapPoints = /^(?:not )?ok 1\b[^\n]*\n(?:[^\n]*\n)*?(?:not )?ok 2\b/m;

/**
 * Recognises a test runner by the command that ran, else by marks at the start of lines, as the runner itself
 * prints them. Source code and diffs are never test output, whatever they mention.
 * @param frame lines that accompany a mark which any program might print, such as `42 passed in 3s`; required
 * when the runner is not named
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

/** Nearly every runner can write another tool's format; then the format says more than the command. */
const isReportForPrograms = ({ head, tail }: Evidence): boolean =>
  /^(?:TAP version 1\d\s*|1\.\.\d+|<\?xml .*|<testsuites?[ >].*)$/m.test(head) ||
  /^\s*\{/.test(head) ||
  tapPoints.test(head) ||
  // In TAP the plan may come last.
  /^1\.\.\d+$/m.test(tail);

export function mayHoldTests({ type, language }: Evidence): boolean {
  if (type === 'file') return language === null || language === 'xml' || language === 'markup';
  return type === 'terminal' || type === 'log' || type === 'text' || type === 'json';
}

export const isTestProgram =
  (...names: string[]) =>
  ({ name }: Program): boolean =>
    names.includes(name);
