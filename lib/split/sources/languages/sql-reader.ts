import { figure } from '#lib/split/figure.ts';
import { plural } from '#lib/split/plural.ts';
import { longestLine } from '#lib/split/summarizer.ts';
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

/** Where the reading of a file is. */
interface SqlState {
  readonly outline: Outline;
  tokens: Token[];
  number: number;
  depth: number;
  /** Rows of the current statement: groups after `VALUES`, lines after `COPY … FROM stdin`. */
  rows: number;
  hasValues: boolean;
  isCopy: boolean;
  isCut: boolean;
  readonly filled: Map<string, Filled>;
  /** Strings, which mysqldump escapes in another way. */
  readonly texts: StringRule;
  readonly lexis: Lexis;
}

/**
 * Reads SQL scripts: what each statement creates or changes; statements that fill a table are merged per
 * table, with their rows.
 */
export function createSqlReader(outline: Outline): LanguageReader {
  const texts = doubled("'");
  const sql: SqlState = {
    outline,
    tokens: [],
    number: 0,
    depth: 0,
    rows: 0,
    hasValues: false,
    isCopy: false,
    isCut: false,
    filled: new Map<string, Filled>(),
    texts,
    lexis: {
      lineComments: ['--'],
      blockComment: { open: '/*', close: '*/', nests: false },
      strings: [texts, doubled('"'), doubled('`'), bracketed],
      hasDollarQuotes: true,
      word: /[\p{L}_][\p{L}\p{N}_$.]*/uy,
    },
  };
  let lexer = begin(sql);
  return {
    line(text, lineNumber) {
      sql.number = lineNumber;
      if (sql.isCopy) {
        if (text === '\\.') end(sql);
        else sql.rows += 1;
        return;
      }
      if (sql.depth === 0 && lexer.isInCode && separator.test(text)) {
        end(sql);
        return;
      }
      if (mysql.test(text)) sql.texts.escape = 'backslash';
      lexer.read(text);
      if (text.length < longestLine) return;
      // A cut line may end inside a string, so the next line starts afresh.
      sql.isCut = true;
      end(sql);
      sql.isCut = false;
      lexer = begin(sql);
    },
    finish() {
      end(sql);
      noteRows(sql);
      return null;
    },
  };
}

/** What was filled tells its rows. */
function noteRows(sql: SqlState): void {
  let allRows = 0;
  let allStatements = 0;
  for (const { symbol, statements, rows: all, isCut: hasMore } of sql.filled.values()) {
    allRows += all;
    allStatements += statements;
    const parts = [
      ...(statements > 1 ? [`×${figure(statements)}`] : []),
      ...(all > statements ? [`(${plural(all, 'row')}${hasMore ? ' or more' : ''})`] : []),
    ];
    if (parts.length > 0) symbol.note = parts.join(' ');
  }
  const isWhole = [...sql.filled.values()].every((table) => !table.isCut);
  if (isWhole && allRows > allStatements) sql.outline.count('row', allRows);
}

function add(sql: SqlState, is: Token['is'], text: string): void {
  if (sql.tokens.length < maxWords && sql.depth === 0) sql.tokens.push({ is, text, line: sql.number });
}

function fill(sql: SqlState, verb: string, symbol: Omit<SourceSymbol, 'kind'>): void {
  const key = `${verb} ${symbol.name}`;
  let known = sql.filled.get(key);
  if (!known) {
    known = { symbol: sql.outline.add({ ...symbol, kind: verb }), statements: 0, rows: 0, isCut: false };
    if (sql.filled.size < maxTables) sql.filled.set(key, known);
  } else sql.outline.count(verb, 1);
  known.statements += 1;
  known.rows += sql.rows;
  known.isCut ||= sql.isCut;
  known.symbol.endLine = symbol.endLine;
}

function end(sql: SqlState): void {
  const isStart =
    sql.tokens[0]?.text.toLowerCase() === 'copy' &&
    sql.tokens.some(({ text }) => text.toLowerCase() === 'stdin');
  if (isStart && !sql.isCopy) {
    sql.isCopy = true;
    return;
  }
  reportStatement(sql.tokens, sql.number, sql.outline, (verb, symbol) => fill(sql, verb, symbol));
  sql.isCopy = false;
  sql.rows = 0;
  sql.hasValues = false;
  sql.tokens = [];
  sql.depth = 0;
}

const isSetting = (sql: SqlState) => /^set$/i.test(sql.tokens[0]?.text ?? '');

const begin = (sql: SqlState) =>
  createLexer(sql.lexis, {
    isSkipping: false,
    word: (text) => {
      const isNext = sql.depth === 0 && (sql.hasValues || isSetting(sql)) && /^insert$/i.test(text);
      if (isNext) end(sql);
      if (sql.depth === 0 && rowWords.test(text)) sql.hasValues = text.toLowerCase() === 'values';
      add(sql, 'word', text);
    },
    text: (text) => add(sql, 'text', text),
    mark: (text) => {
      if (text === ';') end(sql);
      else add(sql, 'mark', text);
    },
    open: () => {
      if (sql.depth === 0 && sql.hasValues) sql.rows += 1;
      sql.depth += 1;
    },
    close: () => {
      sql.depth = Math.max(0, sql.depth - 1);
    },
  });

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
