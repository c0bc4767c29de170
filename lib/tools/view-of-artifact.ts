import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '../core/vocabulary/events.ts';
import { hasFailed } from '../core/vocabulary/has-failed.ts';
import { attachmentSource } from '../core/vocabulary/ledger/attachments.ts';
import type { Problem } from '../core/vocabulary/problem.ts';
import type { ViewFact } from '../core/vocabulary/view-fact.ts';
import { problemsIn } from '../split/problems-in.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { viewFactsOf } from '../split/view-facts.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { describeEnd } from './describe-end.ts';
import { countFullTokens } from './full-tokens.ts';
import { ingestPdf } from './ingest-pdf.ts';
import { makeView, type ViewSettings } from './make-view.ts';
import { createTextIngest } from './text-ingest.ts';
import type { ResultDescription, ResultEnding } from './tool-result.ts';
import { viewTelemetry } from './view-telemetry.ts';

export interface ViewOfArtifact {
  /** Exactly what the model reads. */
  text: string;
  facts: ViewFact[];
  /** Of a command that failed. */
  problems: Problem[];
  telemetry: ToolTelemetry;
}

/** Reads the bytes of what no tool has split, in bounded memory, and makes its assistant view. */
export interface ViewIngest {
  /** Calls must be awaited one after another. */
  push(chunk: Uint8Array): Promise<void>;
  /** @param metadata the artifact that has these bytes */
  finish(metadata: ArtifactMetadata): Promise<ViewOfArtifact>;
}

export function createViewIngest(
  artifacts: ArtifactStore,
  artifact: Pick<ArtifactMetadata, 'tool' | 'arguments' | 'type' | 'title' | 'language' | 'firstLine'>,
  settings: ViewSettings,
): ViewIngest {
  const { tool, type, title, language, firstLine } = artifact;
  // Of what a tool made, the tool has read the arguments already.
  const args = tool === attachmentSource ? argumentsOf(artifact) : {};
  const subject = { tool, args, type, title, language, firstLine };
  const createHide = () => createSecretMasker(settings.secrets).mask;
  const ingest = createTextIngest(subject, createHide);
  const finishText = async ({ id, byteLength }: ArtifactMetadata) => {
    const text = await ingest.finish();
    const readBytes = (start: number, end: number) => artifacts.readBytes(id, start, end);
    return { ...text, ...(await countFullTokens(text, type, { byteLength, readBytes })) };
  };
  return {
    push: ingest.push,
    async finish(metadata) {
      const pdf = type === 'pdf' ? await ingestPdf(artifacts, metadata, subject, createHide) : null;
      const ingested = pdf?.text ?? (await finishText(metadata));
      const notes = pdf ? [pdf.note] : [];
      const description = descriptionOf(metadata);
      const ending = endingOf(metadata);
      const source = { ingested, description, artifact: metadata, ending, notes, ownView: null };
      const made = await makeView({ ...source, audience: 'model' }, settings);
      const exitCode = ending?.exitCode ?? null;
      const problems = made.understood && hasFailed(exitCode) ? problemsIn(made.understood, exitCode) : [];
      return {
        text: made.view.text,
        facts: viewFactsOf(made.view),
        problems,
        telemetry: {
          ...(await viewTelemetry(source, made)),
          ...(ending ? { exitCode, outcome: ending.outcome } : {}),
          ...(problems.length > 0 ? { problemCount: problems.length } : {}),
        },
      };
    },
  };
}

/** The assistant view of what is stored. @returns `null`: it has expired */
export async function viewOfArtifact(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  settings: ViewSettings,
): Promise<ViewOfArtifact | null> {
  const ingest = createViewIngest(artifacts, metadata, settings);
  for (let start = 0; start < metadata.byteLength; start += limits.artifactChunkBytes) {
    const bytes = await artifacts.readBytes(metadata.id, start, start + limits.artifactChunkBytes);
    if (bytes === null) return null;
    await ingest.push(bytes);
  }
  return await ingest.finish(metadata);
}

const argumentsOf = ({ arguments: input }: Pick<ArtifactMetadata, 'arguments'>) =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};

/** How a command ended that ran elsewhere. */
const endingOf = ({ tool, exitCode, durationMs }: ArtifactMetadata): ResultEnding | null =>
  tool !== attachmentSource || exitCode === null
    ? null
    : {
        exitCode,
        durationMs: durationMs ?? 0,
        outcome: describeEnd({ exitCode, stoppedBy: null, durationMs: durationMs ?? 0 }),
        ...{ notes: [], stderrLines: [], traffic: null },
      };

const descriptionOf = (metadata: ArtifactMetadata): ResultDescription => {
  const { type, title, mimeType, language, files, firstLine, exitCode, dimensions } = metadata;
  return {
    type,
    title,
    mimeType,
    language,
    files,
    firstLine,
    exitCode,
    counts: null,
    ...(dimensions ? { dimensions } : {}),
  };
};
