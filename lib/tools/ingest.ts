import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import { formOf } from '../split/form.ts';
import { evidenceOf } from '../split/read-result.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import type { Subject } from '../split/summarizer.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { countFullTokens, type FullTokens, type ReadableBytes } from './full-tokens.ts';
import { createGrowthReporter } from './growth-reporter.ts';
import { ingestPdf } from './ingest-pdf.ts';
import { createStoring, type Storing } from './storing.ts';
import { createTextIngest, type IngestedText } from './text-ingest.ts';
import type { ToolCallRequest } from './tool-call.ts';
import type { CallContext } from './tool-context.ts';
import type { LiveResult, ResultEnding, ToolSuccess } from './tool-result.ts';

export interface IngestedResult extends IngestedText, FullTokens {
  /** `null`: nothing was stored, because the tool says so (`isStored`) or storing failed. */
  artifact: ArtifactMetadata | null;
  /** Set for a live result. */
  ending: ResultEnding | null;
  /** What became of its text, where that is not its bytes. */
  notes: readonly string[];
}

/**
 * Ingests a streamed full result in bounded memory: into the store, and for the split. If storing fails the
 * split continues, with a view that says so. Rejects if the result's own bytes do, or if the run is stopped;
 * then nothing stays stored. A stop does not undo what was done: a live result ends by itself and its output
 * so far is kept, and a change to files is reported.
 * @param isTextNeeded the model reads something of it: of a PDF, its text is extracted
 * @param isSplit its view will be chosen from what is understood of it; otherwise only a failed command with
 * short output is read, because reading takes longer than storing, and would slow down a flood of output
 */
export async function ingestResult(
  result: ToolSuccess,
  request: ToolCallRequest<CallContext>,
  { isSplit, isTextNeeded }: { isSplit: boolean; isTextNeeded: boolean },
): Promise<IngestedResult> {
  const { description } = result;
  const storing = result.isStored === false ? null : createStoring(result, request);
  const createHide = () => createSecretMasker(request.secrets).mask;
  // Whether a command fails is only known at its end.
  const mayBeRead = isSplit || result.live !== undefined;
  const subject = subjectOf(result, request);
  const ingest = createTextIngest(subject, mayBeRead ? createHide : null, isSplit);
  const formNow = () => formOf(evidenceOf(subject, { head: ingest.head(), tail: '' }));
  const growth =
    result.live && storing ? await createGrowthReports(result.live, storing, request, formNow) : null;
  const isStoppable = !result.live && !description.changes;
  try {
    for await (const chunk of chunksOf(result.fullResult)) {
      if (isStoppable) request.context.signal.throwIfAborted();
      await ingest.push(chunk);
      await storing?.write(chunk);
      await growth?.grew();
    }
  } catch (error) {
    await growth?.stop();
    await storing?.abort();
    throw error;
  }
  await growth?.stop();
  const text = await ingest.finish();
  const ending = (await result.live?.ending({ head: text.head, tail: text.tail })) ?? null;
  const form = text.lineCount === null ? null : formOf(evidenceOf(subject, text));
  const artifact = (await storing?.complete({ ...ending, form })) ?? null;
  const pdf =
    artifact && isTextNeeded && description.type === 'pdf'
      ? await ingestPdf(request.context.artifacts, artifact, subject, createHide, request.context.signal)
      : null;
  const notes = pdf ? [pdf.note] : [];
  if (pdf?.text) return { artifact, ...pdf.text, ending, notes };
  const stored = artifact && readableAgain(artifact, request.context.artifacts);
  return {
    artifact,
    ...text,
    ...(await countFullTokens(text, description.type, stored)),
    ending,
    notes,
  };
}

/** If the store failed it has no bytes, and the tokens are estimated without them. */
const readableAgain = ({ id, byteLength }: ArtifactMetadata, artifacts: ArtifactStore): ReadableBytes => ({
  byteLength,
  readBytes: (start, end) => artifacts.readBytes(id, start, end).catch(() => null),
});

const subjectOf = (
  { description, command }: ToolSuccess,
  { toolName, input }: ToolCallRequest<CallContext>,
): Subject => ({
  tool: toolName,
  args: {
    ...(typeof input === 'object' && input !== null ? input : {}),
    ...(command === undefined ? {} : { command }),
  },
  type: description.type,
  title: description.title,
  language: description.language,
  firstLine: description.firstLine,
});

async function* chunksOf(text: string | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (typeof text === 'string') yield Buffer.from(text.toWellFormed());
  else yield* text;
}

/**
 * Tells people that there is something to follow before the first byte, so that no byte has to wait for it.
 */
async function createGrowthReports(
  live: LiveResult,
  storing: Storing,
  request: ToolCallRequest<CallContext>,
  formNow: () => ArtifactType,
) {
  const report = async () => {
    const growth = await storing.publish(live.stderrLines(), formNow());
    if (growth) request.onPartial(growth);
  };
  await report();
  return createGrowthReporter(report, request.nowMs);
}
