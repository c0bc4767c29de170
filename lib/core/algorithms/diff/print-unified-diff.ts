import { replaceHidden } from '../text/hidden-characters.ts';
import { type FileDiff, hunkHeader } from './unified-diff.ts';

/** The marker after a line without a line end. */
const noNewlineMark = '\\ No newline at end of file';

/**
 * A diff as text: `--- a/path`, `+++ b/path` (`/dev/null` for none) and hunks; a rename is named before them,
 * as in git.
 */
export const printUnifiedDiff = (files: readonly FileDiff[]): string => files.map(printFile).join('');

function printFile({ oldPath, newPath, hunks }: FileDiff): string {
  const isRename = oldPath !== null && newPath !== null && oldPath !== newPath;
  const head = [
    ...(isRename ? [`rename from ${quoted(oldPath)}`, `rename to ${quoted(newPath)}`] : []),
    `--- ${oldPath === null ? '/dev/null' : quoted(`a/${oldPath}`)}`,
    `+++ ${newPath === null ? '/dev/null' : quoted(`b/${newPath}`)}`,
  ];
  const bodies = hunks.map((hunk) => {
    const lines = hunk.lines.map(({ mark, text }) =>
      text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n${noNewlineMark}\n`,
    );
    return `${hunkHeader(hunk)}\n${lines.join('')}`;
  });
  return `${head.join('\n')}\n${bodies.join('')}`;
}

const named: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/**
 * Quotes a path with C escapes if it contains characters that would end it or its line, or invisible ones.
 */
function quoted(path: string): string {
  const shown = replaceHidden(path.replace(toEscape, escaped), octal).replace(/[\u2028\u2029]/g, octal);
  return shown === path && !/\s$/.test(path) ? path : `"${shown}"`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const toEscape = /[\x00-\x1f\x7f"\\]/g;
const escaped = (character: string): string => named[character] ?? octal(character);

/** The UTF-8 bytes of a character in octal, as git writes them. */
const octal = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
