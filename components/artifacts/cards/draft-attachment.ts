import { type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { shortLines } from '../text/line-words.ts';

/** An attachment to a message, as people see it before and after sending. */
export type DraftAttachment = Pick<Attachment, 'artifactId' | 'lines' | 'title' | 'tokens'>;

export const isSameAttachment = (a: DraftAttachment, b: DraftAttachment): boolean =>
  a.artifactId === b.artifactId && a.lines === b.lines;

export const rangeOfAttachment = ({ lines }: DraftAttachment): LineRange | null =>
  lines === undefined ? null : parseLineRange(lines);

const longestName = 32;

/** A file's base name, or the beginning of any other title. */
export function nameOfAttachment({ title }: DraftAttachment): string {
  const name = /\s/.test(title) ? title : (title.split('/').findLast((part) => part !== '') ?? title);
  return name.length > longestName ? `${cutText(name, longestName)}…` : name;
}

/** `L40–L62`; `whole` where no lines were selected. */
export function linesOfAttachment(attachment: DraftAttachment): string {
  const range = rangeOfAttachment(attachment);
  return range === null ? 'whole' : shortLines(range);
}
