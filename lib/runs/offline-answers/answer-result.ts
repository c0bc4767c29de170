import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { recallOutputProfile } from '#lib/core/vocabulary/tools/recall-output.ts';
import { runProgramProfile } from '#lib/core/vocabulary/tools/run-program.ts';
import { profileOf, type TypeForModel } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { answerChange } from './answer-change.ts';
import { answerCommand } from './answer-command.ts';
import { answerFailure } from './answer-failure.ts';
import { answerFile } from './answer-file.ts';
import { answerListing } from './answer-listing.ts';
import { answerRecall } from './answer-recall.ts';
import { answerSearch } from './answer-search.ts';
import { answerShown } from './answer-shown.ts';
import type { OfflineResult } from './offline-result.ts';

type Answer = (result: OfflineResult) => string;

/** By what tools usually give. A new type does not compile until it is listed here. */
const answers: Partial<Record<ArtifactType, Answer>> = {
  file: answerFile,
  terminal: answerCommand,
  tree: answerListing,
  matches: answerSearch,
  diff: answerChange,
} satisfies Record<TypeForModel, Answer>;

function answerSuccess(result: OfflineResult): string {
  if (result.toolName === recallOutputProfile.name) return answerRecall(result);
  if (result.toolName === delegateProfile.name) return `The sub-agents’ answers:\n\n${result.view.trim()}`;
  if (result.toolName === runProgramProfile.name) return `The program gave:\n\n${result.view.trim()}`;
  const profile = profileOf(result.toolName);
  const isShown = profile?.audience === 'people' && profile.runsCommands !== true;
  if (isShown) return answerShown(result);
  return (answers[profile?.shows ?? 'file'] ?? answerFile)(result);
}

/** The offline model's answer about a result: built only from the view it was sent. */
export const answerResult = (result: OfflineResult, isFailure: boolean): string =>
  isFailure ? answerFailure(result) : answerSuccess(result);
