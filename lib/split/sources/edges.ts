import { ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';

export interface Edges {
  /** Adds a line that is not blank. */
  add(text: string, line: number): void;
  /** @returns the first lines and the last one */
  finish(): Section;
}

const maxHead = 12;

/** Keeps the first lines and the last one. */
export function createEdges(): Edges {
  const head: { text: string; line: number }[] = [];
  let lastText = '';
  let lastLine = 0;
  return {
    add(text, line) {
      if (head.length < maxHead) head.push({ text, line });
      lastText = text;
      lastLine = line;
    },
    finish() {
      const hasMore = head.length > 0 && lastLine !== head.at(-1)?.line;
      const parts = hasMore ? [...head, { text: lastText, line: lastLine }] : head;
      return {
        heading: null,
        noun: null,
        total: parts.length,
        layout: 'lines',
        facts: parts.map(({ text, line }, index) => {
          const shown = quote(text, 160);
          const isEdge = index < 3 || index === parts.length - 1;
          return {
            rank: (isEdge ? ranks.lead : ranks.sample) + index,
            text: `${line}\t${shown}`,
            line,
            quotes: [shown],
          };
        }),
      };
    },
  };
}
