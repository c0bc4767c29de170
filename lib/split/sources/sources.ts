import type { Summarizer } from '../summarizer.ts';
import { orProse } from './or-prose.ts';
import { sourceCode } from './source-code.ts';
import { summarizeDockerfile } from './summarize-dockerfile.ts';
import { summarizeDocument } from './summarize-document.ts';
import { summarizeHtml } from './summarize-html.ts';
import { summarizeProse } from './summarize-prose.ts';
import { summarizeSettings } from './summarize-settings.ts';

/** Summarizers are tried in this order. */
export const sources: readonly Summarizer[] = [
  ...[sourceCode, summarizeDocument, summarizeHtml, summarizeDockerfile, summarizeSettings].map(orProse),
  summarizeProse,
];
