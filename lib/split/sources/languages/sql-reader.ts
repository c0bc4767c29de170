import { figure } from '../../figure.ts';
import { plural } from '../../plural.ts';
import { longestLine } from '../../summarizer.ts';
import type { Token } from '../grammar.ts';
import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import type { Lexis, StringRule } from '../lexis.ts';
import type { Outline, SourceSymbol } from '../outline.ts';

const objects = new Set(
  'table view index function procedure trigger type schema sequence extension database role policy domain'.split(
    ' ',
  ),
);
const fillers = new Set(
  'or replace temp temporary unique materialized unlogged global local if not exists concurrently only virtual external recursive'.split(
    ' ',
  ),
);
const maxWords = 14;
/** Brackets after `values` are rows; after the other words they are not. */
const rowWords = /^(?:values|on|returning|as)$/i;
/** Ends statements that have no semicolon. */
const separator = /^\s*go\s*$/i;
/** `[dbo].[Orders]` */
const bracketed: StringRule = { open: '[', close: ']', escape: 'doubled', spansLines: false };
const maxTables = 500;
/** Dumps of MySQL and its relatives escape quotes with a backslash. */
const mysql = /^-- .*(?:MySQL|MariaDB|phpMyAdmin)|\bENGINE ?=/;
const doubled = (quote: string): StringRule => ({
  open: quote,
  close: quote,
  escape: 'doubled',
  spansLines: true,
});

interface Filled {
  symbol: SourceSymbol;
  statements: number;
  rows: number;
  /** Some lines were cut, so there are more rows than counted. */
  isCut: boolean;
}

/**
 * Reads SQL scripts: what each statement creates or changes; statements that fill a table are merged per
 * table, with their rows.
 */
export function createSqlReader(outline: Outline): LanguageReader {
  let tokens: Token[] = [];
  let number = 0;
  let depth = 0;
  /** Rows of the current statement: groups after `VALUES`, lines after `COPY … FROM stdin`. */
  let rows = 0;
  let hasValues = false;
  let isCopy = false;
  let isCut = false;
  const filled = new Map<string, Filled>();
  const texts = doubled("'");
  const add = (is: Token['is'], text: string) => {
    if (tokens.length < maxWords && depth === 0) tokens.push({ is, text, line: number });
  };
  const fill = (verb: string, symbol: Omit<SourceSymbol, 'kind'>) => {
    const key = `${verb} ${symbol.name}`;
    let known = filled.get(key);
    if (!known) {
      known = { symbol: outline.add({ ...symbol, kind: verb }), statements: 0, rows: 0, isCut: false };
      if (filled.size < maxTables) filled.set(key, known);
    } else outline.count(verb, 1);
    known.statements += 1;
    known.rows += rows;
    known.isCut ||= isCut;
    known.symbol.endLine = symbol.endLine;
  };
  const end = () => {
    const isStart =
      tokens[0]?.text.toLowerCase() === 'copy' && tokens.some(({ text }) => text.toLowerCase() === 'stdin');
    if (isStart && !isCopy) {
      isCopy = true;
      return;
    }
    reportStatement(tokens, number, outline, fill);
    isCopy = false;
    rows = 0;
    hasValues = false;
    tokens = [];
    depth = 0;
  };
  const isSetting = () => /^set$/i.test(tokens[0]?.text ?? '');
  const lexis: Lexis = {
    lineComments: ['--'],
    blockComment: { open: '/*', close: '*/', nests: false },
    strings: [texts, doubled('"'), doubled('`'), bracketed],
    hasDollarQuotes: true,
    word: /[\p{L}_][\p{L}\p{N}_$.]*/uy,
  };
  const begin = () =>
    createLexer(lexis, {
      isSkipping: false,
      word: (text) => {
        const isNext = depth === 0 && (hasValues || isSetting()) && /^insert$/i.test(text);
        if (isNext) end();
        if (depth === 0 && rowWords.test(text)) hasValues = text.toLowerCase() === 'values';
        add('word', text);
      },
      text: (text) => add('text', text),
      mark: (text) => {
        if (text === ';') end();
        else add('mark', text);
      },
      open: () => {
        if (depth === 0 && hasValues) rows += 1;
        depth += 1;
      },
      close: () => {
        depth = Math.max(0, depth - 1);
      },
    });
  let lexer = begin();
  return {
    line(text, lineNumber) {
      number = lineNumber;
      if (isCopy) {
        if (text === '\\.') end();
        else rows += 1;
        return;
      }
      if (depth === 0 && lexer.isInCode && separator.test(text)) {
        end();
        return;
      }
      if (mysql.test(text)) texts.escape = 'backslash';
      lexer.read(text);
      if (text.length < longestLine) return;
      // A cut line may end inside a string, so the next line starts afresh.
      isCut = true;
      end();
      isCut = false;
      lexer = begin();
    },
    finish() {
      end();
      let allRows = 0;
      let allStatements = 0;
      for (const { symbol, statements, rows: all, isCut: hasMore } of filled.values()) {
        allRows += all;
        allStatements += statements;
        const parts = [
          ...(statements > 1 ? [`×${figure(statements)}`] : []),
          ...(all > statements ? [`(${plural(all, 'row')}${hasMore ? ' or more' : ''})`] : []),
        ];
        if (parts.length > 0) symbol.note = parts.join(' ');
      }
      const isWhole = [...filled.values()].every((table) => !table.isCut);
      if (isWhole && allRows > allStatements) outline.count('row', allRows);
      return null;
    },
  };
}

function reportStatement(
  tokens: readonly Token[],
  endLine: number,
  outline: Outline,
  fill: (verb: string, symbol: Omit<SourceSymbol, 'kind'>) => void,
): void {
  const [first] = tokens;
  if (first?.is !== 'word') return;
  const verb = first.text.toLowerCase();
  const remaining = tokens
    .slice(1)
    .filter(({ is, text }) => is !== 'word' || !fillers.has(text.toLowerCase()));
  const at = remaining.findIndex(({ is, text }) => is === 'word' && objects.has(text.toLowerCase()));
  const object = remaining[at];
  const add = (kind: string, name: Token | undefined, isPublic: boolean) => {
    if (name && name.is !== 'mark')
      outline.add({ kind, name: name.text, owner: null, line: first.line, endLine, isPublic });
  };
  const rowsOf = (name: Token) => ({
    name: name.text,
    owner: null,
    line: first.line,
    endLine,
    isPublic: false,
  });
  /** The name follows its schema where that is quoted separately. */
  const nameAt = (index: number) =>
    remaining[index + 1]?.text === '.' ? remaining[index + 2] : remaining[index];
  const kind = object?.text.toLowerCase() ?? '';
  if (verb === 'create' && at !== -1 && at < 3) add(kind, nameAt(at + 1), true);
  else if ((verb === 'alter' || verb === 'drop') && at !== -1 && at < 2)
    add(`${verb} ${kind}`, nameAt(at + 1), false);
  else if (verb === 'insert' || verb === 'replace') {
    const name = nameAt(remaining.findIndex(({ text }) => text.toLowerCase() !== 'into'));
    if (name && name.is !== 'mark') fill('insert', rowsOf(name));
  } else if (verb === 'copy') {
    const name = nameAt(0);
    if (name && name.is !== 'mark') fill('copy', rowsOf(name));
  } else if (/^(?:update|delete|select|truncate|with|merge)$/.test(verb)) {
    const from = remaining.findIndex(({ text }) => text.toLowerCase() === 'from');
    add(verb, verb === 'delete' || verb === 'select' ? remaining[from + 1] : remaining[0], false);
  }
}
