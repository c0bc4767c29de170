import { parseLineRange } from '../core/algorithms/lines/lines.ts';
import type { Json } from '../core/vocabulary/json.ts';

/** How people ask the offline model for a tool. */
export interface OfflineWords {
  /** A line of its help: what one may write, and what happens then. */
  help: string;
  /** The tool's input, if the message asks for it; `null`: it does not. */
  read(message: string): OfflineInput | null;
}

export type OfflineInput = { [key: string]: Json };

/** A text in backticks or double quotes, as part of a pattern with three groups. */
export const quotedText = '(?:```\\w*\\n([\\s\\S]*?)```|`([^`]+)`|"([^"]+)")';

/** The text that `quotedText` matched. @param first the number of its first group */
export const quotedIn = (match: RegExpExecArray, first: number): string =>
  match[first] ?? match[first + 1] ?? match[first + 2] ?? '';

/** A command keeps its punctuation; only quotes around all of it are removed. */
export const unwrap = (text: string): string =>
  text
    .trim()
    .replace(/^(`+)([\s\S]*)\1$/, '$2')
    .trim();

export const unquote = (text: string): string => text.trim().replace(/^[`"'“]+|[`"'”?.!]+$/g, '');

export const isImagePath = (path: string): boolean => /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(path);

/** Parses `lib/x.ts`, `lines 10-40 of lib/x.ts`, `lib/x.ts lines 10-40` and `lib/x.ts:10-40`. */
export function readFileInput(text: string): OfflineInput {
  const lines = '(?:lines?\\s+)(\\d+(?:\\s*(?:-|–|to)\\s*\\d+)?)';
  const before = new RegExp(`^${lines}\\s+(?:of|from|in)\\s+(\\S+)$`, 'i').exec(text);
  const after = new RegExp(`^(\\S+)\\s+${lines}$`, 'i').exec(text) ?? /^([^\s:]+):(\d+(?:-\d+)?)$/.exec(text);
  const path = unquote(before?.[2] ?? after?.[1] ?? text);
  const range = parseLineRange((before?.[1] ?? after?.[2] ?? '').replace(/\s*(?:-|–|to)\s*/, '-'));
  return range ? { path, startLine: range.from, endLine: range.to } : { path };
}
