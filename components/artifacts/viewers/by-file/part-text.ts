import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import type { LineSource } from '#components/artifacts/lines/line-source.ts';
import type { createChunkStates } from '#components/artifacts/text/chunk-states.ts';
import { diffStates } from '../diff/diff-state.ts';
import type { SectionPart } from './section-items.ts';
import { sharedRun } from './shared-run.ts';

/** A part of a diff as it is displayed: with whole changes, wherever the chunks were cut. */
export interface PartText {
  lines: readonly string[];
  cut: ReadonlyMap<number, number>;
  openState: string;
  /** Index of the first line in the artifact, from 0. */
  index: number;
}

/** The lines of a part; `null`: not loaded yet. */
export const partLines = (source: LineSource, part: SectionPart | undefined): readonly string[] | null =>
  part === undefined ? null : (source.chunk(part.chunk)?.lines.slice(part.from, part.to) ?? null);

/**
 * The text of a part without the lines that complete a change of the part before, and with those of the next
 * part that complete its own last change.
 */
export function partText(
  source: LineSource,
  parts: readonly SectionPart[],
  index: number,
  stateBefore: ReturnType<typeof createChunkStates>,
): PartText | null {
  const part = parts[index];
  const own = partLines(source, part);
  if (!part || !own) return null;
  const state = stateBefore(index);
  const before = partLines(source, parts[index - 1]);
  const next = partLines(source, parts[index + 1]);
  const skipped = before ? sharedRun(before, stateBefore(index - 1), own) : 0;
  const used = next ? sharedRun(own, state, next) : 0;
  const lines = [...own.slice(skipped), ...(next ?? []).slice(0, used)];
  const first = part.chunk * chunkLines + part.from + skipped;
  return {
    lines,
    cut: cutOf(source, first, lines.length),
    openState: skipped === 0 ? state : diffStates.after(own.slice(0, skipped), state),
    index: first,
  };
}

function cutOf(source: LineSource, first: number, count: number): Map<number, number> {
  const cut = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = first + index;
    const byteLength = source.chunk(Math.floor(at / chunkLines))?.cut.get(at % chunkLines);
    if (byteLength !== undefined) cut.set(index, byteLength);
  }
  return cut;
}
