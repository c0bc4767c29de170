import { formatCount } from '#components/ui/format-number.ts';
import { type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import type { Attachment } from '#lib/core/vocabulary/events.ts';
import { shortLines } from '../text/line-words.ts';
import { formatFullTokens } from './format-full-tokens.ts';

/** An attachment to a message, as people see it before and after sending. */
export type DraftAttachment = Pick<Attachment, 'artifactId' | 'lines' | 'title' | 'tokens'> &
  Partial<Pick<Attachment, 'telemetry'>> & {
    /** Set before sending, for what a member uploaded. */
    upload?: UploadFacts;
  };

export type UploadFacts = Omit<Upload, 'artifactId' | 'title' | 'viewTokens'>;

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

/** `71,182 → 164 tokens` where the model reads a view. */
function tokensOfAttachment({ tokens, telemetry, upload }: DraftAttachment): string {
  const full =
    telemetry ?? (upload && { fullTokens: upload.tokens, fullTokensEstimated: upload.isEstimated });
  return `${full ? `${formatFullTokens(full)} → ` : ''}${formatCount(tokens, 'token')}`;
}

/** `L40–L62`; `whole` where no lines were selected, nothing where the model reads a view. */
export function linesOfAttachment(attachment: DraftAttachment): string {
  const range = rangeOfAttachment(attachment);
  if (range !== null) return shortLines(range);
  return attachment.telemetry || attachment.upload ? '' : 'whole';
}

/** `L40–L62 · 12 tokens`, `71,182 → 164 tokens`. */
export const wordsOfAttachment = (attachment: DraftAttachment): string =>
  [linesOfAttachment(attachment), tokensOfAttachment(attachment)].filter((part) => part !== '').join(' · ');
