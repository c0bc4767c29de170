import type { LineChunk, LineSource } from '#components/artifacts/lines/line-source.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';

/** An output's lines without escapes, since a command may colour its diff. Each chunk is cleaned once. */
export function cleanedSource(source: LineSource): LineSource {
  const cleaned = new WeakMap<LineChunk, LineChunk>();
  return {
    ...source,
    chunk(index) {
      const chunk = source.chunk(index);
      if (chunk === null) return null;
      const known = cleaned.get(chunk);
      if (known) return known;
      const created = { ...chunk, lines: chunk.lines.map(plainTerminalText) };
      cleaned.set(chunk, created);
      return created;
    },
  };
}
