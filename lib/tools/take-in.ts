import type { ArtifactMetadata } from '../core/artifact.ts';
import { countTokens, estimateTokens, sampleWindows, type TextSample } from '../split/count-tokens.ts';
import { createDigest, type ResultDigest } from '../split/digest.ts';
import { createLineIndexer, type TextEncoding } from '../stores/line-index.ts';
import type { ArtifactStore, ArtifactWriter } from '../stores/stores.ts';
import { storedArguments } from './stored-arguments.ts';
import type { ToolCallRequest } from './tool-call.ts';
import type { ToolSuccess } from './tool-result.ts';

export interface TakenIn {
  /** `null`: nothing was stored: the tool keeps its view itself, or storing failed. */
  artifact: ArtifactMetadata | null;
  byteLength: number;
  lineCount: number | null;
  whole: string | null;
  head: string;
  tail: string;
  fullTokens: number | null;
  isEstimated: boolean;
}

/**
 * Takes a full result in as it streams by, in bounded memory: into the store, and into a digest for the split. If
 * storing fails the digest is still there, so the run goes on with a view that says so. Rejects where the result's own bytes
 * do, or the run is stopped; then nothing stays stored.
 */
export async function takeIn(result: ToolSuccess, request: ToolCallRequest): Promise<TakenIn> {
  const storing = result.description.type === 'text' ? null : createStoring(result, request);
  const digest = createDigest();
  const indexer = createLineIndexer();
  try {
    for await (const chunk of chunksOf(result.textResultForLlm)) {
      request.context.signal.throwIfAborted();
      digest.push(chunk);
      indexer.push(chunk);
      await storing?.write(chunk);
    }
  } catch (error) {
    await storing?.abort();
    throw error;
  }
  const artifact = (await storing?.complete()) ?? null;
  const known = digest.finish();
  const index = indexer.finish();
  if (index === null) return { artifact, ...known, ...noText };
  const text = textOf(known, index.encoding);
  const samples =
    text.whole === null ? await sample(known, index.encoding, artifact, request.context.artifacts) : null;
  return {
    artifact,
    byteLength: known.byteLength,
    lineCount: index.lineCount,
    ...text,
    fullTokens: samples
      ? await estimateTokens(samples, known.byteLength)
      : await countTokens(text.whole ?? ''),
    isEstimated: samples !== null,
  };
}

const noText = {
  lineCount: null,
  whole: null,
  head: '',
  tail: '',
  fullTokens: null,
  isEstimated: false,
} as const;

async function* chunksOf(text: string | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (typeof text === 'string') yield Buffer.from(text.toWellFormed());
  else yield* text;
}

/** The artifact being written; after a failure it takes nothing more, and what was written is removed. */
function createStoring({ description }: ToolSuccess, request: ToolCallRequest) {
  let hasFailed = false;
  let writer: ArtifactWriter | null = null;
  const guarded = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (hasFailed) return null;
    try {
      return await work();
    } catch (error) {
      hasFailed = true;
      request.onStorageFailure(error);
      // The first failure has been told; a store that is down cannot be tidied now, its expiry does that.
      await writer?.abort().catch(() => {});
      return null;
    }
  };
  const open = async () => {
    writer ??= await request.context.artifacts.create(newArtifact(description, request));
    return writer;
  };
  return {
    abort: () => guarded(async () => writer?.abort()),
    write: (chunk: Uint8Array) => guarded(async () => (await open()).write(chunk)),
    complete: () =>
      guarded(async () => {
        const expiresAt = new Date(request.nowMs() + request.artifactTtlSeconds * 1000).toISOString();
        return (await open()).complete(expiresAt);
      }),
  };
}

function newArtifact(description: ToolSuccess['description'], request: ToolCallRequest) {
  const { type, title, mimeType, language, files, firstLine, exitCode } = description;
  return {
    id: request.newArtifactId(),
    type,
    title,
    mimeType,
    language,
    files,
    firstLine,
    exitCode,
    createdAt: new Date(request.nowMs()).toISOString(),
    tool: request.toolName,
    arguments: storedArguments(request.input),
    author: request.booking.member,
    runId: request.runId,
    conversationId: request.booking.conversationId,
  };
}

function textOf(
  { whole, head, tail }: ResultDigest,
  encoding: TextEncoding,
): { whole: string | null; head: string; tail: string } {
  const decode = (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);
  return { whole: whole && decode(whole), head: decode(head), tail: decode(tail) };
}

/** Text of the edges and, where the bytes can be read again, of windows in between. */
async function sample(
  { head, tail, byteLength }: ResultDigest,
  encoding: TextEncoding,
  artifact: ArtifactMetadata | null,
  artifacts: ArtifactStore,
): Promise<TextSample[]> {
  const decoder = new TextDecoder(encoding);
  const sampleOf = (bytes: Uint8Array) => ({ text: decoder.decode(bytes), byteLength: bytes.length });
  const samples = [sampleOf(head), sampleOf(tail)];
  if (artifact === null) return samples;
  for (const { start, end } of sampleWindows(Math.min(byteLength, artifact.byteLength))) {
    const bytes = await artifacts.readBytes(artifact.id, start, end).catch(() => null);
    if (bytes) samples.push(sampleOf(bytes));
  }
  return samples;
}
