import type { ResultDescription } from './tool-result.ts';

/** The description of a text that a tool of others gave. */
export const describeText = (title: string, isJson: boolean): ResultDescription => ({
  type: isJson ? 'json' : 'text',
  title,
  mimeType: isJson ? 'application/json' : 'text/plain',
  language: isJson ? 'json' : null,
  files: [],
  firstLine: 1,
  exitCode: null,
  counts: null,
});
