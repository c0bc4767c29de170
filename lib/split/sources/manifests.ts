import type { Summarizer } from '../summarizer.ts';
import { summarizeLockFile } from './summarize-lock-file.ts';
import { summarizePackageJson } from './summarize-package-json.ts';

/**
 * Files recognised by their name, whatever their format. They come before the summarizers of those formats.
 */
export const manifests: readonly Summarizer[] = [summarizePackageJson, summarizeLockFile];
