/** What is open at the start of a stretch of lines, as a viewer needs to know it: it follows from the lines before. */
export interface LineStates {
  /** After these lines, entered with `state`. */
  after: (lines: readonly string[], state: string) => string;
  /** What the first line of all is entered with. */
  start: string;
  /** What a stretch is entered with where the lines before it are not here. */
  unknown: string;
}

/**
 * What is open before each chunk of a text. It follows from all lines before it; where some of them are not here, the
 * nearest stretch that is here has to do, entered as unknown.
 */
export function createChunkStates(
  states: LineStates | null,
  linesOf: (chunk: number) => readonly string[] | null,
) {
  /** Only states that follow from the first line on: they never change. */
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
