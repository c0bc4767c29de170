import { languageOf } from '#lib/split/sources/language-of.ts';
import { createOutline } from '#lib/split/sources/outline.ts';

/** What a file declares, as `kind owner.name:line-end`; `-` before what is private. */
export function outlineOf(path: string, text: string) {
  const lines = text.split('\n');
  const language = languageOf(path, lines[0] ?? '');
  if (!language) throw new Error(`no language: ${path}`);
  const outline = createOutline();
  const reader = language.createReader(outline);
  for (const [index, line] of lines.entries()) reader.line(line, index + 1);
  const openLine = reader.finish();
  const { symbols, imports, counts } = outline.finish();
  return {
    language: language.name,
    openLine,
    imports,
    counts,
    symbols: symbols.map(({ kind, name, owner, line, endLine, isPublic }) => {
      const lines = line === endLine ? `${line}` : `${line}-${endLine}`;
      return `${isPublic ? '' : '-'}${kind} ${owner === null ? '' : `${owner}.`}${name}:${lines}`;
    }),
  };
}
