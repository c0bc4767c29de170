import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { expired, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { sniffOf } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { streamTexts } from './stream-texts.ts';

/** Divisible by 3, so that the base64 of two pieces concatenates to that of both together. */
const pieceBytes = 192 * 1024;

/**
 * A whole artifact as `{data, metadata}`: text as a string, anything else as base64. Each piece is read and
 * encoded only when the client reads it, so a client that stops costs one piece.
 * @throws VitrineError `too_large`, `artifact_expired`
 */
export async function wholeJsonResponse(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  visibleMetadata: Partial<ArtifactMetadata>,
): Promise<Response> {
  const { id, byteLength, lineCount } = metadata;
  if (byteLength > limits.wholeJsonBytes) throw tooLarge(byteLength);
  const first = await artifacts.readBytes(id, 0, Math.min(byteLength, pieceBytes));
  if (first === null) throw expired();
  const encode = lineCount === null ? encodeBase64 : createTextEncoder(sniffOf(metadata.type)(first));
  const pieces = jsonPieces(readOn(artifacts, metadata, first), encode, visibleMetadata);
  return new Response(streamTexts(pieces), { headers: { 'Content-Type': 'application/json' } });
}

const tooLarge = (byteLength: number) =>
  new VitrineError(
    'too_large',
    `${formatBytes(byteLength)} is too large to be sent as one JSON text: at most ${formatBytes(limits.wholeJsonBytes)}. ` +
      'Add lines=1-2000 to read it in parts, or leave out format=json for the bytes.',
  );

async function* readOn(
  artifacts: ArtifactStore,
  { id, byteLength }: ArtifactMetadata,
  first: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let start = first.length; start < byteLength; start += pieceBytes) {
    const piece = await artifacts.readBytes(id, start, Math.min(byteLength, start + pieceBytes));
    if (piece === null) throw new Error('the artifact expired while it was sent');
    yield piece;
  }
}

/** Encodes the next bytes as characters of a JSON string; `null` ends the input. */
type Encode = (bytes: Uint8Array | null) => string;

const encodeBase64: Encode = (bytes) => (bytes === null ? '' : Buffer.from(bytes).toString('base64'));

function createTextEncoder(encoding: string | null): Encode {
  const decoder = new TextDecoder(encoding ?? 'utf-8');
  return (bytes) => {
    const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
    return JSON.stringify(text).slice(1, -1);
  };
}

async function* jsonPieces(
  pieces: AsyncIterable<Uint8Array>,
  encode: Encode,
  metadata: Partial<ArtifactMetadata>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const piece of pieces) {
    yield (isFirst ? '{"data":"' : '') + encode(piece);
    isFirst = false;
  }
  yield `${encode(null)}","metadata":${JSON.stringify(metadata)}}`;
}
