import type { LineRange } from '../core/algorithms/lines/lines.ts';
import { limits } from '../core/limits.ts';
import type { OutputChunk } from '../workspace/commands.ts';

/** Which lines of an output contain standard error: at most 500 ranges; later ones are not marked. */
export interface StderrLines {
  push(chunk: OutputChunk): void;
  ranges(): LineRange[];
}

export function createStderrLines(): StderrLines {
  const ranges: LineRange[] = [];
  let line = 1;

  const mark = (from: number, to: number) => {
    const last = ranges.at(-1);
    if (last && last.to >= from - 1) last.to = to;
    else if (ranges.length < limits.stderrRanges) ranges.push({ from, to });
  };

  return {
    push({ stream, bytes }) {
      if (bytes.length === 0) return;
      const next = line + countNewlines(bytes);
      if (stream === 'stderr') mark(line, bytes.at(-1) === 10 ? next - 1 : next);
      line = next;
    },
    ranges: () => ranges.map((range) => ({ ...range })),
  };
}

function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
