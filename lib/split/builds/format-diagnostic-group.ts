import type { Fact } from '../facts.ts';
import { figure } from '../figure.ts';
import { cutMessage } from './cut-message.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { DiagnosticGroup } from './gather-diagnostics.ts';
import { withoutFolder } from './without-folder.ts';

/** Formats one group of diagnostics: the first in full, then the other locations. */
export function formatDiagnosticGroup(
  { first, count, others, explanations }: DiagnosticGroup,
  folder: string,
  how: {
    rank: number;
    isMixed: boolean;
    isCounted: boolean;
    explanationsShown: number;
    explanationCharacters: number;
    characters: number;
  },
): Fact {
  const message = [first.message, ...(first.continued ?? [])].map((text) => cutMessage(text, how.characters));
  const added = explanations
    .slice(0, how.explanationsShown)
    .map((text) => cutMessage(text, how.explanationCharacters));
  const location = locationOf(first, folder);
  const words = [
    how.isMixed && first.severity !== 'error' ? `${first.severity}:` : null,
    location,
    first.code === null ? null : `${first.code}:`,
    [message.map(({ text }) => text).join(' '), ...added.map(({ text }) => text)].join('; '),
    count > 1 && how.isCounted ? elsewhere(first, others, count, folder) : null,
  ];
  return {
    rank: how.rank,
    line: first.number,
    text: words.filter((word) => word !== null && word !== '').join(' '),
    quotes: [...message, ...added].flatMap(({ quotes }) => quotes),
  };
}

/** Formats the other locations: `(also :217, b.ts:4; 12 in all)`. */
function elsewhere(first: Diagnostic, others: readonly Diagnostic[], count: number, folder: string): string {
  const locations = others
    .filter(({ line, path }) => line !== null && (line !== first.line || path !== first.path))
    .map((other) => (other.path === first.path ? `:${other.line}` : lineOf(other, folder)));
  const different = [...new Set(locations)];
  if (different.length === 0) {
    const isSame = others.every(({ message }) => message === first.message);
    return isSame ? `(×${figure(count)})` : `(one of ${figure(count)} here, with other words)`;
  }
  const isAll = different.length === count - 1;
  return `(also ${different.join(', ')}${isAll ? '' : `; ${figure(count)} in all`})`;
}

const lineOf = ({ path, line }: Diagnostic, folder: string): string =>
  `${withoutFolder(path ?? '', folder)}:${line}`;

function locationOf({ path, line, column }: Diagnostic, folder: string): string | null {
  if (path === null) return null;
  const shown = withoutFolder(path, folder);
  return [
    shown,
    ...(line === null ? [] : [line]),
    ...(line === null || column === null ? [] : [column]),
  ].join(':');
}
