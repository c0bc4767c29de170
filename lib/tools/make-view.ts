import { limits } from '../core/limits.ts';
import type { ArtifactMetadata, Relation } from '../core/vocabulary/artifact.ts';
import { hasFailed } from '../core/vocabulary/has-failed.ts';
import type { ToolProfile } from '../core/vocabulary/tools/tool-profile.ts';
import type { FullResult } from '../split/full-result.ts';
import { plural } from '../split/plural.ts';
import { forModel, type MaskedSecret } from '../split/secrets/for-model.ts';
import { type ConversationSecrets, createSecretMasker } from '../split/secrets/secret-masker.ts';
import { type AssistantView, displayedView, isSummarized, type SplitOptions, split } from '../split/split.ts';
import type { Understood } from '../split/summary.ts';
import type { FullTokens } from './full-tokens.ts';
import type { IngestedText } from './text-ingest.ts';
import type { ResultDescription, ResultEnding } from './tool-result.ts';

/** Bytes that were ingested, and what they are. */
export interface ViewSource {
  ingested: IngestedText & FullTokens;
  description: ResultDescription;
  /** `null`: it was not stored. */
  artifact: ArtifactMetadata | null;
  /** `null`: it is not a command. */
  ending: ResultEnding | null;
  notes: readonly string[];
  audience: ToolProfile['audience'];
  /** What the model reads, if the tool bounded it itself. */
  ownView: string | null;
  /** Its tool left something out for its size. */
  hasMore?: boolean;
}

export interface ViewSettings extends Omit<SplitOptions, 'artifactId'> {
  /** Secrets that are masked in everything the model reads. */
  secrets: ConversationSecrets;
  /** A summarizer failed and was replaced by another; for the server's log. */
  onSplitFault(error: unknown): void;
}

export interface MadeView {
  view: AssistantView;
  masked: MaskedSecret[];
  /** `null`: it did not have to be read. */
  understood: Understood | null;
}

/** Makes the assistant view of ingested bytes, without secrets and invisible characters. */
export async function makeView(
  { ingested, description, artifact, ending, notes, audience, ownView, hasMore = false }: ViewSource,
  settings: ViewSettings,
): Promise<MadeView> {
  const exitCode = ending?.exitCode ?? null;
  const options: SplitOptions = { ...settings, artifactId: artifact?.id ?? null };
  const kept = keptOf(artifact);
  const isUncounted = description.counts === null && ingested.lineCount === null;
  const found = {
    ...ingested,
    ...description,
    // The title counts towards the view's budget in the form in which it is sent.
    title: createSecretMasker(settings.secrets).mask(description.title),
    counts: countsOf(description.counts, artifact, ingested.lineCount),
    outcome: outcomeOf(ending, isUncounted && kept ? [...notes, kept] : notes),
  };
  const isForModel = audience === 'model' && ownView === null;
  // People are shown failures, whatever the model is sent.
  const isRead =
    (isForModel && isSummarized(found, options)) || (ingested.whole !== null && hasFailed(exitCode));
  const understood =
    isRead && ingested.lineCount !== null
      ? await ingested.understand({ exitCode, counts: description.counts })
      : null;
  const full: FullResult = { ...found, understood };
  const created =
    ownView === null
      ? (audience === 'people' ? displayedView : split)(full, options)
      : viewOfTool(
          hasMore && artifact && settings.canRecall
            ? `${ownView}\n[more of it: recall_output("${artifact.id}", …)]`
            : ownView,
          full,
        );
  for (const fault of understood?.faults ?? created.faults) settings.onSplitFault(fault);
  return { ...(await viewForModel(created, settings.secrets)), understood };
}

function outcomeOf(ending: ResultEnding | null, notes: readonly string[]): string | null {
  const parts = ending ? [ending.outcome, ...notes] : notes;
  return parts.length > 0 ? parts.join('; ') : null;
}

/**
 * Adds to the figures what the limit cut off, so that neither people nor the model take the artifact for
 * complete.
 */
function countsOf(
  counts: string | null,
  artifact: ArtifactMetadata | null,
  lineCount: number | null,
): string | null {
  const kept = keptOf(artifact);
  if (kept === null || (counts === null && lineCount === null)) return counts;
  return `${counts ?? plural(lineCount ?? 0, 'line')}, ${kept}`;
}

/** How much of a result is there. `null`: all of it. */
const keptOf = (artifact: ArtifactMetadata | null): string | null =>
  artifact && artifact.droppedBytes > 0 ? `the first ${limits.artifactBytes / 1024 / 1024} MiB kept` : null;

/** The last step for a view: removes secrets and invisible characters. */
async function viewForModel(created: AssistantView, secrets: ConversationSecrets) {
  // The model's own text may contain unpaired surrogates, which come back in a title.
  const { text, masked } = await forModel(created.text.toWellFormed(), secrets);
  const relation: Relation =
    created.relation === 'equal' && text !== created.text ? 'transformed' : created.relation;
  return { view: { ...created, text, relation }, masked };
}

/** A view that its tool made: `equal` if it is the full text. */
const viewOfTool = (text: string, { whole }: FullResult): AssistantView => {
  const relation: Relation = text === whole ? 'equal' : 'transformed';
  return { text, relation, summarizer: null, ranked: [], faults: [] };
};
