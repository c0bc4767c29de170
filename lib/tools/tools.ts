import { applyPatch } from './apply-patch.ts';
import { createFile } from './create-file.ts';
import { displayImage } from './display-image.ts';
import { editFile } from './edit-file.ts';
import { embedMedia } from './embed-media.ts';
import { executeCode } from './execute-code.ts';
import { grepFile } from './grep-file.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { recallOutput } from './recall-output.ts';
import { renderFileContents } from './render-file-contents.ts';
import { runAndDisplay } from './run-and-display.ts';
import { runPtyCmd } from './run-pty-cmd.ts';
import type { Tool } from './tool-call.ts';

/**
 * In the order in which the model is given them, which never changes: the provider's prompt cache depends on
 * it.
 */
export const tools: readonly Tool[] = [
  renderFileContents,
  runAndDisplay,
  displayImage,
  embedMedia,
  readFile,
  listFiles,
  grepFile,
  editFile,
  applyPatch,
  createFile,
  runPtyCmd,
  executeCode,
  recallOutput,
];
