import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '../core/vocabulary/events.ts';
import type { ViewFact } from '../core/vocabulary/view-fact.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { viewFactsOf } from '../split/view-facts.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { countFullTokens } from './full-tokens.ts';
import { makeView, type ViewSettings } from './make-view.ts';
import { createTextIngest } from './text-ingest.ts';
import type { ResultDescription } from './tool-result.ts';
import { viewTelemetry } from './view-telemetry.ts';

export interface ViewOfArtifact {
  /** Exactly what the model reads. */
  text: string;
  facts: ViewFact[];
  telemetry: ToolTelemetry;
}

/**
 * The assistant view of what is stored, for an artifact that no tool has split: its bytes are read in bounded memory.
 * @returns `null`: it has expired
 */
export async function viewOfArtifact(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  settings: ViewSettings,
): Promise<ViewOfArtifact | null> {
  const description = descriptionOf(metadata);
  const { type, title, language, firstLine } = description;
  const subject = { tool: metadata.tool, args: {}, type, title, language, firstLine };
  const ingest = createTextIngest(subject, () => createSecretMasker(settings.secrets).mask);
  for (let start = 0; start < metadata.byteLength; start += limits.artifactChunkBytes) {
    const bytes = await artifacts.readBytes(metadata.id, start, start + limits.artifactChunkBytes);
    if (bytes === null) return null;
    await ingest.push(bytes);
  }
  const text = await ingest.finish();
  const stored = {
    byteLength: metadata.byteLength,
    readBytes: (start: number, end: number) => artifacts.readBytes(metadata.id, start, end),
  };
  const ingested = { ...text, ...(await countFullTokens(text, type, stored)) };
  const source = { ingested, description, artifact: metadata, ending: null, notes: [], ownView: null };
  const made = await makeView({ ...source, audience: 'model' }, settings);
  return {
    text: made.view.text,
    facts: viewFactsOf(made.view),
    telemetry: await viewTelemetry(source, made),
  };
}

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
