import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import type { Fact, Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import type { Evidence } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createBannerReader } from './banner.ts';
import { isBlankLine } from './blank-line.ts';
import { createEdges } from './edges.ts';
import type { FileReader, FileSummarizer } from './file-summarizer.ts';
import { type Language, languageOf } from './language-of.ts';
import { numberingOf } from './line-numbers.ts';
import { createOutline, type FinishedOutline } from './outline.ts';
import { outlineSections } from './outline-sections.ts';
import { type SourceFile, sourceFileOf } from './source-file.ts';

/** Code written by people has shorter lines on average. */
const minifiedLine = 400;
const kindsCounted = 4;
/** Statements that fill tables come after those that create them. */
const dataKinds = new Set(['insert', 'copy', 'row']);
/** Already counted as something else. */
const uncounted = new Set(['entry', 'root rule']);

/** Source files: an outline of their declarations, read by a lexer and by the grammar of their language. */
export const sourceCode: FileSummarizer = {
  kind: 'source',
  covers: 'all',
  recognise: (evidence) => (languageIn(evidence) ? 'named' : null),
  read(evidence) {
    const found = languageIn(evidence);
    return found ? createSourceReader(found.language, found.file) : nothing;
  },
};

function languageIn(evidence: Evidence): { language: Language; file: SourceFile } | null {
  const file = sourceFileOf(evidence);
  if (!file) return null;
  const language = languageOf(file.path, firstLineOf(evidence));
  return language && { language, file };
}

/** The first line, in case it names an interpreter; otherwise it is not needed. */
function firstLineOf({ head }: Evidence): string {
  const end = head.indexOf('\n');
  const line = end === -1 ? head : head.slice(0, end);
  return line.includes('#!') ? line.slice(numberingOf(head)?.(line) ?? 0) : '';
}

const nothing: FileReader = { line: () => undefined, hasFound: () => false, finish: () => null };

function createSourceReader(language: Language, file: SourceFile): FileReader {
  const outline = createOutline();
  const reader = language.createReader(outline);
  const edges = createEdges();
  const banner = createBannerReader();
  let characters = 0;
  let lines = 0;
  return {
    line(text, number) {
      characters += text.length;
      lines += 1;
      if (!isBlankLine(text)) edges.add(text, number);
      banner.line(text, number);
      reader.line(text, number);
    },
    hasFound: outline.hasSymbols,
    finish({ exitCode, byteLength }) {
      if (lines === 0 || hasFailed(exitCode)) return null;
      if (!language.hasLongLines && characters / lines > minifiedLine)
        return minified(language, byteLength / lines, edges.finish());
      const openLine = reader.finish();
      return summaryOf(language, outline.finish(), file.isPart ? null : openLine, banner.finish());
    },
  };
}

/** The view of minified code, in which nobody looks for a line. */
function minified(language: Language, lineLength: number, edges: Section): Summary {
  return {
    kind: 'source',
    verdict: [language.name, 'minified', `about ${figure(Math.round(lineLength))} bytes a line`],
    sections: [edges],
    explainsFailure: false,
  };
}

function summaryOf(
  language: Language,
  outline: FinishedOutline,
  openLine: number | null,
  banner: readonly Fact[],
): Summary | null {
  if (outline.symbols.length === 0) return null;
  const hasBodies = outline.counts.has('function');
  const kinds = [...outline.counts]
    .filter(([kind]) => !uncounted.has(kind) && (kind !== 'prototype' || !hasBodies))
    .toSorted(([, a], [, b]) => b - a);
  const data = kinds.filter(([kind]) => dataKinds.has(kind));
  const created = kinds.filter(([kind]) => !dataKinds.has(kind));
  const parts = [...created.slice(0, data.length > 0 ? kindsCounted - 1 : kindsCounted), ...data.reverse()];
  return {
    kind: 'source',
    verdict: [
      language.name,
      ...parts.map(([kind, count]) => plural(count, kind)),
      ...(outline.importCount > 0 ? [plural(outline.importCount, 'import')] : []),
      ...(openLine === null ? [] : [`not closed: line ${openLine}, so the outline may be wrong after it`]),
    ],
    sections: [
      { heading: null, noun: null, total: 1, layout: 'lines', facts: banner },
      ...outlineSections(outline),
    ],
    explainsFailure: false,
  };
}
