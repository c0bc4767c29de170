import type { LineStates } from '#components/artifacts/text/chunk-states.ts';
import {
  type DiffState,
  diffStart,
  diffUnknown,
  readDiffLine,
} from '#lib/core/algorithms/diff/diff-state.ts';

/** Parses a state that chunks pass on as text; `''` is the initial state. */
export const parseDiffState = (text: string): DiffState =>
  text === '' ? diffStart : (JSON.parse(text) as DiffState);

export const diffStates: LineStates = {
  after(lines, text) {
    let state = parseDiffState(text);
    lines.forEach((line, index) => {
      state = readDiffLine(line, lines[index + 1], state).state;
    });
    return JSON.stringify(state);
  },
  start: '',
  unknown: JSON.stringify(diffUnknown),
};
