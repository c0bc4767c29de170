import { grepFile } from './grep-file.ts';
import { listFiles } from './list-files.ts';
import { readFile } from './read-file.ts';
import { recallOutput } from './recall-output.ts';
import { renderFileContents } from './render-file-contents.ts';
import type { Tool } from './tool-call.ts';

/** In the order the model is told of them, which never changes: the provider's prompt cache depends on it. */
export const tools: readonly Tool[] = [renderFileContents, readFile, listFiles, grepFile, recallOutput];
