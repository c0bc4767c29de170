import { builds } from './builds/builds.ts';
import { data } from './data/data.ts';
import { git } from './git/git.ts';
import { listings } from './listings/listings.ts';
import { ciLog } from './logs/ci-log.ts';
import { logs } from './logs/logs.ts';
import { matches } from './matches/matches.ts';
import { helpText } from './operations/help-text.ts';
import { operations } from './operations/operations.ts';
import { reportSections } from './sections/sections.ts';
import { manifests } from './sources/manifests.ts';
import { sources } from './sources/sources.ts';
import type { Summarizer } from './summarizer.ts';
import { testRunners } from './test-runners/test-runners.ts';

/** In the order they are tried: the more specific first. */
export const summarizers: readonly Summarizer[] = [
  ciLog,
  reportSections,
  helpText,
  ...matches,
  ...listings,
  ...testRunners,
  ...builds,
  ...operations,
  ...git,
  ...manifests,
  ...data,
  ...sources,
  ...logs,
];
