import { jsonStart, mayStartJson } from './json-start.ts';

export interface Preface {
  push(piece: string): void;
  /** The lines before the JSON. */
  lines(): string[];
}

const longest = 16 * 1024;

/** Holds back text before the JSON, such as `> npm run list` or the headers of an HTTP response. */
export function createPreface(give: (piece: string) => void): Preface {
  let buffered: string | null = '';
  let before = '';
  return {
    push(piece) {
      if (buffered === null) return give(piece);
      buffered += piece;
      const start = startOfJson(buffered);
      if (start === null && buffered.length < longest) return;
      before = buffered.slice(0, start ?? 0);
      give(buffered.slice(start ?? 0));
      buffered = null;
    },
    lines: () => (before === '' ? [] : before.slice(0, 4_000).split('\n')),
  };
}

function startOfJson(text: string): number | null {
  for (let start = 0; start !== -1 && start < longest; ) {
    if (mayStartJson(text, start) && jsonStart.test(text.slice(start, start + 300))) return start;
    const end = text.indexOf('\n', start);
    start = end === -1 ? -1 : end + 1;
  }
  return null;
}
