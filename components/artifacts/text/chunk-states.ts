/** The lexer state that carries over from one line to the next, as a viewer defines it. */
export interface LineStates {
  /** The state after these lines, given the state before them. */
  after: (lines: readonly string[], state: string) => string;
  /** The state before the first line. */
  start: string;
  /** The state to assume where the lines before are not loaded. */
  unknown: string;
}

/**
 * The state before each chunk of a text, which follows from all lines before it. Where some of them are not
 * loaded, it starts at the nearest loaded chunk with the unknown state.
 */
export function createChunkStates(
  states: LineStates | null,
  linesOf: (chunk: number) => readonly string[] | null,
) {
  /** Only states derived from the first line on: they never change. */
  const certain = new Map<number, string>([[0, states?.start ?? '']]);
  return (chunk: number): string => {
    if (states === null) return '';
    let start = chunk;
    while (!certain.has(start) && linesOf(start - 1) !== null) start -= 1;
    const isCertain = certain.has(start);
    let state = certain.get(start) ?? states.unknown;
    for (let index = start; index < chunk; index += 1) {
      state = states.after(linesOf(index) ?? [], state);
      if (isCertain) certain.set(index + 1, state);
    }
    return state;
  };
}
