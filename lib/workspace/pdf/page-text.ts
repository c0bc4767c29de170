import type { LevelOf } from './page-headings.ts';
import type { PageLine } from './page-lines.ts';

/** One page as Markdown: its number on a line of its own, then its lines. */
export function pageText(page: number, lines: readonly PageLine[], levelOf: LevelOf): string {
  const body = lines.map((line) => {
    const level = levelOf(line, page);
    return level === null ? escaped(line.text) : `${'#'.repeat(level)} ${line.text}`;
  });
  return [`[page ${page}]`, ...body, '', ''].join('\n');
}

/** What would be a heading or a fence of Markdown, or the beginning of a page, and is none of them. */
const special = /^(?:#{1,6}\s|`{3}|~{3}|=+\s*$|-+\s*$|\[page \d+\]$)/;

const escaped = (text: string): string => (special.test(text) ? `\\${text}` : text);
