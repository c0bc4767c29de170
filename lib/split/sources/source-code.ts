import type { Section, Summary } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import { createEdges } from './edges.ts';
import { fileLines } from './file-lines.ts';
import { type Language, languageOf } from './language-of.ts';
import { numberingOf } from './line-numbers.ts';
import { createOutline, type FinishedOutline } from './outline.ts';
import { outlineSections, pluralOf } from './outline-sections.ts';
import { type SourceFile, sourceFileOf } from './source-file.ts';

/** Lines that people write are shorter on average. */
const minifiedLine = 400;
const kindsCounted = 4;

/** Source files: an outline of what they declare, read by a lexer and a grammar of declarations of their language. */
export const sourceCode: Summarizer = {
  kind: 'source',
  covers: 'all',
  recognise: (evidence) => (languageIn(evidence) ? 'named' : null),
  read(evidence) {
    const found = languageIn(evidence);
    if (!found) return { finish: () => null };
    return createSourceReader(found.language, found.file, evidence);
  },
};

function languageIn(evidence: Evidence): { language: Language; file: SourceFile } | null {
  const file = sourceFileOf(evidence);
  if (!file) return null;
  const unnumber = numberingOf(evidence.head);
  const [first = ''] = evidence.head.split('\n', 1);
  const language = languageOf(file.path, unnumber ? unnumber(first, 1).text : first);
  return language && { language, file };
}

function createSourceReader(language: Language, file: SourceFile, evidence: Evidence): Reader {
  const outline = createOutline();
  const reader = language.createReader(outline);
  const edges = createEdges();
  let characters = 0;
  let lines = 0;
  return {
    line: fileLines(evidence, (text, number) => {
      characters += text.length;
      lines += 1;
      edges.add(text, number);
      reader.line(text, number);
    }),
    finish({ exitCode, byteLength }) {
      if (lines === 0 || (exitCode !== null && exitCode !== 0)) return null;
      if (characters / lines > minifiedLine) return minified(language, byteLength / lines, edges.finish());
      const openLine = reader.finish();
      return summaryOf(language, outline.finish(), file.isPart ? null : openLine);
    },
  };
}

/** What a program wrote for programs: nobody looks for a line in it. */
function minified(language: Language, lineLength: number, edges: Section): Summary {
  return {
    kind: 'source',
    verdict: [
      language.name,
      'minified',
      `about ${Math.round(lineLength).toLocaleString('en-US')} bytes a line`,
    ],
    sections: [edges],
    tellsFailure: false,
  };
}

function summaryOf(language: Language, outline: FinishedOutline, openLine: number | null): Summary | null {
  if (outline.symbols.length === 0) return null;
  const hasBodies = outline.counts.has('function');
  const kinds = [...outline.counts]
    .filter(([kind]) => kind !== 'entry' && (kind !== 'prototype' || !hasBodies))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, kindsCounted);
  return {
    kind: 'source',
    verdict: [
      language.name,
      ...kinds.map(([kind, count]) => plural(count, kind, pluralOf(kind))),
      ...(outline.importCount > 0 ? [plural(outline.importCount, 'import')] : []),
      ...(openLine === null ? [] : [`not closed: line ${openLine}, so the outline may be wrong after it`]),
    ],
    sections: outlineSections(outline),
    tellsFailure: false,
  };
}
