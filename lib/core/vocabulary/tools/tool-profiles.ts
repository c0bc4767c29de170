import { applyPatchProfile } from './apply-patch.ts';
import { createFileProfile } from './create-file.ts';
import { delegateProfile } from './delegate.ts';
import { displayImageProfile } from './display-image.ts';
import { editFileProfile } from './edit-file.ts';
import { embedMediaProfile } from './embed-media.ts';
import { executeCodeProfile } from './execute-code.ts';
import { grepFileProfile } from './grep-file.ts';
import { listFilesProfile } from './list-files.ts';
import { readFileProfile } from './read-file.ts';
import { recallOutputProfile } from './recall-output.ts';
import { renderFileContentsProfile } from './render-file-contents.ts';
import { runAndDisplayProfile } from './run-and-display.ts';
import { runProgramProfile } from './run-program.ts';
import { runPtyCmdProfile } from './run-pty-cmd.ts';
import type { ToolProfile } from './tool-profile.ts';

/** All tools, in the order in which the model is given them. */
const profiles = [
  renderFileContentsProfile,
  runAndDisplayProfile,
  displayImageProfile,
  embedMediaProfile,
  readFileProfile,
  listFilesProfile,
  grepFileProfile,
  editFileProfile,
  applyPatchProfile,
  createFileProfile,
  runPtyCmdProfile,
  executeCodeProfile,
  recallOutputProfile,
  delegateProfile,
  runProgramProfile,
] as const satisfies readonly ToolProfile[];
export type ToolName = (typeof profiles)[number]['name'];
/** The types of what the model reads, a view of it at least; a recall reads what others gave, a delegation what others answered, and a program what it likes. */
export type TypeForModel = Exclude<
  Extract<(typeof profiles)[number], { audience: 'model' }>,
  typeof recallOutputProfile | typeof delegateProfile | typeof runProgramProfile
>['shows'];

export const toolProfiles: readonly (ToolProfile & { name: ToolName })[] = profiles;
export const toolNames: readonly ToolName[] = profiles.map(({ name }) => name);

/** `null`: there is no such tool. */
export const profileOf = (toolName: string): ToolProfile | null =>
  toolProfiles.find(({ name }) => name === toolName) ?? null;
