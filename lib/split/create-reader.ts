import type { Reader } from './summarizer.ts';
import type { Summary } from './summary.ts';

/** A reader of lines, from its state and the steps that change it: one for each line, and one at the end. */
export const createReader = <State>(
  state: State,
  readLine: (state: State, line: string, number: number) => void,
  finish: (state: State) => Summary | null,
): Reader => ({
  line: (line, number) => readLine(state, line, number),
  finish: () => finish(state),
});
