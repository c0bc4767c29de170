import { type LexerState, scanLines } from './lexer-state.ts';

/**
 * What is open before each chunk of a text. It follows from all lines before it; where some of them are not here, the
 * nearest stretch that is here has to do, taken as beginning in plain code.
 */
export function createChunkStates(
  language: string | null,
  linesOf: (chunk: number) => readonly string[] | null,
) {
  /** Only states that follow from the first line on: they never change. */
  const certain = new Map<number, LexerState>([[0, '']]);
  return (chunk: number): LexerState => {
    if (language === null) return '';
    let start = chunk;
    while (!certain.has(start) && linesOf(start - 1) !== null) start -= 1;
    const isCertain = certain.has(start);
    let state = certain.get(start) ?? '';
    for (let index = start; index < chunk; index += 1) {
      state = scanLines(linesOf(index) ?? [], language, state);
      if (isCertain) certain.set(index + 1, state);
    }
    return state;
  };
}
