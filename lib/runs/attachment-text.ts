import { formatLineRange, type LineRange, parseLineRange } from '../core/algorithms/lines/lines.ts';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { oneLine } from '../core/algorithms/text/one-line.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { countTokens } from '../split/count-tokens.ts';
import { forModel, type MaskedSecret, type ModelText } from '../split/secrets/for-model.ts';
import { type ConversationSecrets, createSecretMasker } from '../split/secrets/secret-masker.ts';
import { byteRangeOfLines } from '../stores/byte-range-of-lines.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { modelTextAt } from '../tools/artifact-text.ts';
import { numberLines } from '../tools/number-lines.ts';
import { type ReadableArtifact, textOfArtifact } from '../tools/text-of-artifact.ts';

/** What a person attaches for the model: an artifact they may read, whole or some of its lines. */
export interface AttachmentSource {
  metadata: ArtifactMetadata;
  /** As requested: `L40-L62`; `undefined`: all of it. */
  lines: string | undefined;
}

export interface AttachmentText {
  /** Exactly what the model reads: the source, then the text with line numbers. */
  text: string;
  tokens: number;
  range: LineRange | null;
  masked: MaskedSecret[];
}

/** How many lines above the attached ones a secret may begin. */
const contextLines = 120;
const contextBytes = 256 * 1024;

/**
 * The attached text as the model may read it: without terminal escapes, hidden characters, secrets and the
 * sizes of a listing.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`, `too_large`
 */
export async function readAttachmentText(
  store: ArtifactStore,
  { metadata: stored, lines }: AttachmentSource,
  secrets: ConversationSecrets,
): Promise<AttachmentText> {
  const { metadata, range, body } = await readForModel(store, { metadata: stored, lines }, secrets);
  const head = await forModel(headOf(metadata, range), secrets);
  const content = `${head.text}\n${range ? numberLines(body.text, range.from) : body.text}`;
  const tokens = await countTokens(content);
  if (tokens > limits.attachmentTokens) throw tooLong(metadata.title, range);
  return { text: content, tokens, range, masked: [...head.masked, ...body.masked] };
}

/**
 * The text itself, with neither a line that names it nor line numbers.
 * @throws VitrineError as readAttachmentText does
 */
export async function readForModel(
  store: ArtifactStore,
  { metadata: stored, lines }: AttachmentSource,
  secrets: ConversationSecrets,
): Promise<{ metadata: ArtifactMetadata; range: LineRange | null; body: ModelText }> {
  const readable = await textOfArtifact(store, stored);
  if (readable === null) throw expiredAttachment(stored.title);
  const { artifacts, metadata } = readable;
  const range = rangeForModel(metadata, lines);
  const location = await byteRangeOfLines(artifacts, metadata, range);
  if (location && location.end - location.start > limits.attachmentBytes)
    throw tooLong(metadata.title, range);
  const text = location && (await modelTextAt(artifacts, metadata, location));
  if (text === null) throw expiredAttachment(metadata.title);
  const before = range ? await textBefore(artifacts, metadata, range) : '';
  const masked = createSecretMasker(secrets).mask(before + text.toWellFormed());
  return {
    metadata,
    range,
    body: await forModel(withoutLines(masked, countNewlines(before)), secrets),
  };
}

/**
 * The lines that a model may get of an artifact; `null`: all of it.
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `not_text`, `invalid_lines`
 */
export function rangeForModel(
  { state, title, lineCount, firstLine }: ArtifactMetadata,
  lines: string | undefined,
): LineRange | null {
  if (state === 'expired') throw expiredAttachment(title);
  if (state === 'writing') {
    throw new VitrineError(
      'artifact_writing',
      'This artifact is still being written. Give it to the model when it is complete.',
    );
  }
  if (lineCount === null) throw new VitrineError('not_text', 'Only text can be given to the model');
  if (lines === undefined) return null;
  const range = parseLineRange(lines);
  const last = firstLine + lineCount - 1;
  if (!range || range.from < firstLine || range.to > last) {
    throw new VitrineError(
      'invalid_lines',
      `lines must be a range such as L40-L62, within ${firstLine}-${last}`,
    );
  }
  return range;
}

/** The text just above the lines; empty if it is too long. */
async function textBefore(
  artifacts: ReadableArtifact['artifacts'],
  metadata: ArtifactMetadata,
  { from }: LineRange,
): Promise<string> {
  const before = { from: Math.max(metadata.firstLine, from - contextLines), to: from - 1 };
  if (before.to < before.from) return '';
  const location = await byteRangeOfLines(artifacts, metadata, before);
  if (location === null || location.end - location.start > contextBytes) return '';
  return ((await modelTextAt(artifacts, metadata, location)) ?? '').toWellFormed();
}

const countNewlines = (text: string): number => text.split('\n').length - 1;

const withoutLines = (text: string, count: number): string => text.split('\n').slice(count).join('\n');

/** Names an attachment to the model, in the line before its text. */
export const attachmentHead = async (
  metadata: ArtifactMetadata,
  secrets: ConversationSecrets,
): Promise<string> => (await forModel(headOf(metadata, null), secrets)).text;

const headOf = ({ id, title }: ArtifactMetadata, range: LineRange | null): string =>
  `From ${id}${range ? `#${formatLineRange(range)}` : ''}, ${cutText(oneLine(title), limits.titleCharacters)}:`;

export const expiredAttachment = (title: string) =>
  new VitrineError('artifact_expired', `${title} has expired`);

function tooLong(title: string, range: LineRange | null): VitrineError {
  const most = `one message can carry at most ${limits.attachmentTokens.toLocaleString('en-US')} tokens`;
  return new VitrineError(
    'too_large',
    range
      ? `${formatLineRange(range)} of ${title} is too long: ${most}.`
      : `${title} is too long: ${most}. Choose fewer lines.`,
  );
}
