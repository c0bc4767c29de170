import type { Summarizer } from '../summarizer.ts';
import { summarizeLockFile } from './summarize-lock-file.ts';
import { summarizePackageJson } from './summarize-package-json.ts';

/** Files that are told by their name, whatever format they are written in: asked before those who read the format. */
export const manifests: readonly Summarizer[] = [summarizePackageJson, summarizeLockFile];
