import { ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';

export interface Edges {
  add(text: string, line: number): void;
  /** The first lines and the last. */
  finish(): Section;
}

interface Line {
  text: string;
  line: number;
}

const headHeld = 12;

/** Holds the first lines that are not blank, and the last one. */
export function createEdges(): Edges {
  const head: Line[] = [];
  let last: Line | null = null;
  return {
    add(text, line) {
      if (text.trim() === '') return;
      if (head.length < headHeld) head.push({ text, line });
      last = { text, line };
    },
    finish() {
      const end = last as Line | null;
      const told = [...head, ...(end && end.line !== head.at(-1)?.line ? [end] : [])];
      return {
        heading: null,
        noun: null,
        total: told.length,
        layout: 'lines',
        facts: told.map(({ text, line }, place) => {
          const shown = quote(text, 160);
          const isEdge = place < 3 || place === told.length - 1;
          return {
            rank: (isEdge ? ranks.lead : ranks.sample) + place,
            text: `${line}\t${shown}`,
            line,
            quotes: [shown],
          };
        }),
      };
    },
  };
}
