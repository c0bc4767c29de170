import type { ArtifactMetadata } from '../core/artifact.ts';
import { countTokens, estimateTokens, sampleWindows, type TextSample } from '../split/count-tokens.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import type { Subject } from '../split/summarizer.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { createGrowthTeller } from './growth-teller.ts';
import { createStoring, type Storing } from './storing.ts';
import { createTextIntake, decodeText, type TakenText } from './text-intake.ts';
import type { ToolCallRequest } from './tool-call.ts';
import type { LiveResult, ResultEnding, ToolSuccess } from './tool-result.ts';

export interface TakenIn extends TakenText {
  /** `null`: nothing was stored: the tool keeps its view itself, or storing failed. */
  artifact: ArtifactMetadata | null;
  fullTokens: number | null;
  isEstimated: boolean;
  /** Of a live result. */
  ending: ResultEnding | null;
}

/**
 * Takes a full result in as it streams by, in bounded memory: into the store, and for the split. If
 * storing fails the split goes on all the same, with a view that says so. Rejects where the result's own bytes
 * do, or the run is stopped; then nothing stays stored. A stop does not undo what was done: a live result ends by itself and what
 * came stays, and a change to files is told.
 */
export async function takeIn(result: ToolSuccess, request: ToolCallRequest): Promise<TakenIn> {
  const { description } = result;
  const storing = description.type === 'text' ? null : createStoring(result, request);
  const intake = createTextIntake(subjectOf(result, request), () => createSecretMasker(request.secrets).mask);
  const growth = result.live && storing ? await tellGrowth(result.live, storing, request) : null;
  const isStoppable = !result.live && !description.changes;
  try {
    for await (const chunk of chunksOf(result.textResultForLlm)) {
      if (isStoppable) request.context.signal.throwIfAborted();
      await intake.push(chunk);
      await storing?.write(chunk);
      await growth?.grew();
    }
  } catch (error) {
    await growth?.stop();
    await storing?.abort();
    throw error;
  }
  await growth?.stop();
  const text = await intake.finish();
  const ending = (await result.live?.ending({ head: text.head, tail: text.tail })) ?? null;
  const artifact = (await storing?.complete(ending ?? undefined)) ?? null;
  return { artifact, ...text, ...(await tokensOf(text, description.type, artifact, request)), ending };
}

const subjectOf = ({ description }: ToolSuccess, { toolName, input }: ToolCallRequest): Subject => ({
  tool: toolName,
  args: typeof input === 'object' && input !== null ? { ...input } : {},
  type: description.type,
  title: description.title,
  language: description.language,
  firstLine: description.firstLine,
});

/** Counted, and of a long text estimated from samples; what is not text has none. */
async function tokensOf(
  text: TakenText,
  type: Subject['type'],
  artifact: ArtifactMetadata | null,
  { context }: ToolCallRequest,
): Promise<{ fullTokens: number | null; isEstimated: boolean }> {
  if (text.encoding === null) return { fullTokens: null, isEstimated: false };
  if (text.whole !== null) return { fullTokens: await countTokens(text.whole), isEstimated: false };
  const samples = await sample(text, type, artifact, context.artifacts);
  return { fullTokens: await estimateTokens(samples, text.byteLength), isEstimated: true };
}

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

/** Text of the edges and, where the bytes can be read again, of windows in between. */
async function sample(
  { encoding, head, tail, headBytes, tailBytes, byteLength }: TakenText,
  type: Subject['type'],
  artifact: ArtifactMetadata | null,
  artifacts: ArtifactStore,
): Promise<TextSample[]> {
  const samples: TextSample[] = [
    { text: head, byteLength: headBytes.length },
    { text: tail, byteLength: tailBytes.length },
  ];
  if (artifact === null || encoding === null) return samples;
  for (const { start, end } of sampleWindows(Math.min(byteLength, artifact.byteLength))) {
    const bytes = await artifacts.readBytes(artifact.id, start, end).catch(() => null);
    if (!bytes) continue;
    const { text } = await decodeText(bytes, encoding, type);
    samples.push({ text, byteLength: bytes.length });
  }
  return samples;
}
