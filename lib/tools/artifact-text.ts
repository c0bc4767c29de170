import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { type LineRange, parseLineRange } from '../core/algorithms/lines/lines.ts';
import { withoutSizes } from '../core/algorithms/lines/listing-line.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { byteRangeOfLines } from '../stores/byte-range-of-lines.ts';
import { decodeLineIndex } from '../stores/line-index.ts';
import { cleanTerminalText } from './clean-terminal-text.ts';
import { expiredText } from './expired-text.ts';
import { type ReadableArtifact, textOfArtifact } from './text-of-artifact.ts';
import type { ToolContext } from './tool-context.ts';

/** An artifact given instead of a text: `art_…`, `art_…#L40`, `art_…#L40-L62`. */
export interface ArtifactReference {
  artifactId: string;
  /** Line numbers as people see them; `null`: all lines. */
  lines: LineRange | null;
}

/** `null`: it is an ordinary text. */
export function parseReference(text: string): ArtifactReference | null {
  const [, artifactId, spelled] =
    /^\s*(art_[a-z2-7]{26})(?:#(L\d{1,9}(?:-L?\d{1,9})?))?\s*$/.exec(text) ?? [];
  if (artifactId === undefined) return null;
  const lines = spelled === undefined ? null : parseLineRange(spelled);
  return spelled !== undefined && lines === null ? null : { artifactId, lines };
}

/** The text that a reference refers to, as the model knows it, or why it is not available. */
export async function artifactText(
  { artifactId, lines }: ArtifactReference,
  { artifacts, mayRecall }: Pick<ToolContext, 'artifacts' | 'mayRecall'>,
): Promise<{ text: string } | { problem: string }> {
  const record = await artifacts.get(artifactId);
  if (!record || !(await mayRecall(record.metadata))) {
    return { problem: `There is no artifact ${artifactId} in this conversation` };
  }
  const { metadata } = record;
  if (metadata.state === 'expired') return { problem: expiredText(metadata) };
  if (metadata.state === 'writing') return { problem: `${artifactId} is still being written` };
  const readable = await textOfArtifact(artifacts, metadata);
  if (readable === null) return { problem: expiredText(metadata) };
  const source = readable.metadata;
  if (source.lineCount === null) return { problem: `${artifactId} is not text` };
  const range = lines === null ? null : rangeWithin(source, lines);
  if (lines !== null && range === null) return { problem: formatLines(source) };
  const location = await byteRangeOfLines(readable.artifacts, source, range);
  if (location === null) return { problem: expiredText(metadata) };
  if (location.end - location.start > limits.referenceBytes)
    return { problem: formatSize(source, location.end - location.start) };
  const text = await modelTextAt(readable.artifacts, source, location);
  return text === null ? { problem: expiredText(metadata) } : { text };
}

/** The text of bytes [start, end), as a person reads it. `null`: it has expired, or is not text. */
export async function textAt(
  artifacts: ReadableArtifact['artifacts'],
  { id, type }: Pick<ArtifactMetadata, 'id' | 'type'>,
  { start, end }: { start: number; end: number },
): Promise<string | null> {
  const index = await artifacts.readIndex(id);
  const bytes = index && (await artifacts.readBytes(id, start, end));
  if (index === null || bytes === null) return null;
  const text = new TextDecoder(decodeLineIndex(index).encoding).decode(bytes);
  return traitsOf(type).hasEscapes ? await cleanTerminalText(text) : text;
}

/**
 * The same as a model reads it: without the sizes of a listing, which are for people. The bytes must be whole
 * lines.
 */
export async function modelTextAt(
  artifacts: ReadableArtifact['artifacts'],
  metadata: Pick<ArtifactMetadata, 'id' | 'type'>,
  location: { start: number; end: number },
): Promise<string | null> {
  const text = await textAt(artifacts, metadata, location);
  return text !== null && traitsOf(metadata.type).hasSizes ? withoutSizes(text) : text;
}

/** `null`: none of these lines exists. */
function rangeWithin({ firstLine, lineCount }: ArtifactMetadata, { from, to }: LineRange): LineRange | null {
  const range = { from: Math.max(firstLine, from), to: Math.min(firstLine + (lineCount ?? 0) - 1, to) };
  return range.from <= range.to ? range : null;
}

const formatLines = ({ id, firstLine, lineCount }: ArtifactMetadata): string =>
  `${id} has the lines ${firstLine}-${firstLine + (lineCount ?? 0) - 1}`;

const formatSize = ({ id, firstLine }: ArtifactMetadata, byteLength: number): string =>
  `${id} cannot stand in for a text: that would be ${byteLength.toLocaleString('en-US')} bytes, over ` +
  `${limits.referenceBytes / 1024 / 1024} MiB. Name fewer lines of it: ${id}#L${firstLine}-L${firstLine + 99}`;
