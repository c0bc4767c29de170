import type { Program } from '../command-line.ts';
import { hasMark, type Mark } from '../marks.ts';
import type { Evidence } from '../summarizer.ts';
import { isOutput } from './is-output.ts';

export const isProgram =
  (...names: readonly string[]) =>
  ({ name }: Program): boolean =>
    names.includes(name);

export interface BuildMarks {
  /** Programs whose output is always of this kind. */
  names(program: Program): boolean;
  marks: readonly Mark[];
}

/** Programs that show text of other programs, from a file or a change. */
const showsText = isProgram('git', 'diff', 'grep', 'rg', 'ag', 'ack', 'hg', 'svn');

/** Nearly every linter and package manager can report as JSON or XML, which other summarizers read. */
const startsData = /^\s{0,8}(?:\{\s{0,8}["}]|\[\s{0,8}[[{"\]]|<\?xml )/;

/** Recognises output by its program, or by marks in the text. */
export const recogniseBuild =
  ({ names, marks }: BuildMarks) =>
  (evidence: Evidence): 'named' | 'marked' | null => {
    if (!isOutput(evidence)) return null;
    if (evidence.programs.some(names) && !startsData.test(evidence.head)) return 'named';
    if (evidence.programs.some(showsText)) return null;
    return hasMark(evidence, marks) ? 'marked' : null;
  };
