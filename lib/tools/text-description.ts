import { cutText } from '../core/algorithms/text/cut-text.ts';
import { oneLine } from '../core/algorithms/text/one-line.ts';
import { limits } from '../core/limits.ts';
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

/** `files search_files src`: its name, and the first words of the arguments, which most often say what the call is about. */
export function callTitle(name: string, args: Record<string, unknown>): string {
  const subject = Object.values(args).find((value) => typeof value === 'string' && value.trim() !== '');
  return cutText(
    typeof subject === 'string' ? `${name} ${oneLine(subject)}` : name,
    limits.mcpTitleCharacters,
  );
}
