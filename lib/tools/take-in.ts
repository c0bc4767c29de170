import type { ArtifactMetadata, ArtifactType } from '../core/artifact.ts';
import { countTokens, estimateTokens, sampleWindows, type TextSample } from '../split/count-tokens.ts';
import { createDigest, type ResultDigest } from '../split/digest.ts';
import { createLineIndexer, sniffOf, type TextEncoding } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { cleanTerminalText } from './clean-terminal-text.ts';
import { createGrowthTeller } from './growth-teller.ts';
import { createStoring, type Storing } from './storing.ts';
import type { ToolCallRequest } from './tool-call.ts';
import type { LiveResult, ResultEnding, ToolSuccess } from './tool-result.ts';

export interface TakenIn {
  /** `null`: nothing was stored: the tool keeps its view itself, or storing failed. */
  artifact: ArtifactMetadata | null;
  byteLength: number;
  lineCount: number | null;
  whole: string | null;
  head: string;
  tail: string;
  /** The text is not the bytes: what only a terminal understands was taken out. */
  isCleaned: boolean;
  fullTokens: number | null;
  isEstimated: boolean;
  /** Of a live result. */
  ending: ResultEnding | null;
}

/**
 * Takes a full result in as it streams by, in bounded memory: into the store, and into a digest for the split. If
 * storing fails the digest is still there, so the run goes on with a view that says so. Rejects where the result's own bytes
 * do, or the run is stopped; then nothing stays stored. A stop does not undo what was done: a live result ends by itself and what
 * came stays, and a change to files is told.
 */
export async function takeIn(result: ToolSuccess, request: ToolCallRequest): Promise<TakenIn> {
  const { type } = result.description;
  const storing = type === 'text' ? null : createStoring(result, request);
  const digest = createDigest();
  const indexer = createLineIndexer(sniffOf(type));
  const growth = result.live && storing ? await tellGrowth(result.live, storing, request) : null;
  const isStoppable = !result.live && !result.description.changes;
  try {
    for await (const chunk of chunksOf(result.textResultForLlm)) {
      if (isStoppable) request.context.signal.throwIfAborted();
      digest.push(chunk);
      indexer.push(chunk);
      await storing?.write(chunk);
      await growth?.grew();
    }
  } catch (error) {
    await growth?.stop();
    await storing?.abort();
    throw error;
  }
  await growth?.stop();
  const known = digest.finish();
  const index = isNeverText(type) ? null : indexer.finish();
  const text = index && (await textOf(known, index.encoding, type));
  const ending = (await result.live?.ending({ head: text?.head ?? '', tail: text?.tail ?? '' })) ?? null;
  const artifact = (await storing?.complete(ending ?? undefined)) ?? null;
  if (index === null || text === null) return { artifact, ...known, ...noText, ending };
  const samples =
    text.whole === null
      ? await sample(known, index.encoding, type, artifact, request.context.artifacts)
      : null;
  return {
    artifact,
    byteLength: known.byteLength,
    lineCount: index.lineCount,
    ...text,
    fullTokens: samples
      ? await estimateTokens(samples, known.byteLength)
      : await countTokens(text.whole ?? ''),
    isEstimated: samples !== null,
    ending,
  };
}

const isNeverText = (type: ArtifactType): boolean => type === 'image' || type === 'binary';

const noText = {
  lineCount: null,
  whole: null,
  head: '',
  tail: '',
  isCleaned: false,
  fullTokens: null,
  isEstimated: false,
} as const;

async function* chunksOf(text: string | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (typeof text === 'string') yield Buffer.from(text.toWellFormed());
  else yield* text;
}

/** People are told that there is something to follow before the first byte, which then waits for nothing. */
async function tellGrowth(live: LiveResult, storing: Storing, request: ToolCallRequest) {
  const tell = async () => {
    const growth = await storing.publish(live.stderrLines());
    if (growth) request.onPartial(growth);
  };
  await tell();
  return createGrowthTeller(tell, request.nowMs);
}

/** What a person reads of these bytes, and a model: of terminal output, what is left when the terminal has drawn it. */
async function textOf({ whole, head, tail }: ResultDigest, encoding: TextEncoding, type: ArtifactType) {
  const decode = (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);
  const text = { whole: whole && decode(whole), head: decode(head), tail: decode(tail), isCleaned: false };
  if (type !== 'terminal') return text;
  const cleaned = {
    whole: text.whole && (await cleanTerminalText(text.whole)),
    head: await cleanTerminalText(text.head),
    tail: await cleanTerminalText(text.tail),
  };
  return { ...cleaned, isCleaned: cleaned.head !== text.head || cleaned.whole !== text.whole };
}

/** Text of the edges and, where the bytes can be read again, of windows in between. */
async function sample(
  { head, tail, byteLength }: ResultDigest,
  encoding: TextEncoding,
  type: ArtifactType,
  artifact: ArtifactMetadata | null,
  artifacts: ArtifactStore,
): Promise<TextSample[]> {
  const decoder = new TextDecoder(encoding);
  const sampleOf = async (bytes: Uint8Array) => {
    const text = decoder.decode(bytes);
    return { text: type === 'terminal' ? await cleanTerminalText(text) : text, byteLength: bytes.length };
  };
  const samples = [await sampleOf(head), await sampleOf(tail)];
  if (artifact === null) return samples;
  for (const { start, end } of sampleWindows(Math.min(byteLength, artifact.byteLength))) {
    const bytes = await artifacts.readBytes(artifact.id, start, end).catch(() => null);
    if (bytes) samples.push(await sampleOf(bytes));
  }
  return samples;
}
