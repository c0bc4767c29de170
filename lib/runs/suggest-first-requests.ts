import { readListingLine } from '../core/algorithms/lines/listing-line.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import { grepFileProfile } from '../core/vocabulary/tools/grep-file.ts';
import { listFilesProfile } from '../core/vocabulary/tools/list-files.ts';
import { renderFileContentsProfile } from '../core/vocabulary/tools/render-file-contents.ts';
import { runPtyCmdProfile } from '../core/vocabulary/tools/run-pty-cmd.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { findTestCommand } from './find-test-command.ts';

/** A suggestion that the page offers. */
export interface Suggestion {
  text: string;
  /** What the person will see. */
  detail: string;
  /** What people will see. */
  shows: ArtifactType;
  /** The message that is sent. */
  message: string;
}

const worthShowing = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'Makefile',
  'README.md',
  'README',
];

/**
 * Suggestions that this workspace can answer: its tests if commands are enabled, a file it has, a search, a
 * listing.
 */
export async function suggestFirstRequests(
  workspace: Workspace,
  hasCommands: boolean,
): Promise<Suggestion[]> {
  const listing = await workspace
    .list({ path: '.', isRecursive: false, signal: AbortSignal.timeout(2_000) })
    .catch(() => null);
  const paths = (listing?.lines ?? []).map((line) => readListingLine(line).path);
  const files = paths.filter((path) => !path.endsWith('/') && !path.includes(' -> '));
  const command = hasCommands ? await findTestCommand(workspace, files) : null;
  const file = worthShowing.find((name) => files.includes(name)) ?? files[0];
  return [
    ...(command === null ? [] : [testsWith(command)]),
    ...(file === undefined ? [] : [showing(file)]),
    {
      text: 'Find every TODO',
      detail: 'you see every match, the model how many there are and where',
      shows: grepFileProfile.shows,
      message: 'Find every TODO',
    },
    {
      text: 'What is in this repository?',
      detail: 'you see every file, the model its folders and their sizes',
      shows: listFilesProfile.shows,
      message: 'What is in this repository?',
    },
  ];
}

/** Includes the command, so that no model has to look for it first. */
const testsWith = (command: string): Suggestion => ({
  text: 'Run the tests and tell me what fails',
  detail: `${command}: you watch it live, the model reads the failures`,
  shows: runPtyCmdProfile.shows,
  message: `Run the tests with \`${command}\` and tell me what fails`,
});

const showing = (file: string): Suggestion => ({
  text: `Show me ${file}`,
  detail: 'you see all of it, the model reads one line',
  shows: renderFileContentsProfile.shows,
  message: `Show me ${file}`,
});
