import type { Token } from '../grammar.ts';
import type { LanguageReader } from '../language-reader.ts';
import { createLexer } from '../lexer.ts';
import type { StringRule } from '../lexis.ts';
import type { Outline } from '../outline.ts';

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
const wordsHeld = 14;
const doubled = (quote: string): StringRule => ({
  open: quote,
  close: quote,
  escape: 'doubled',
  spansLines: true,
});

/** Reads SQL scripts: what each statement makes or changes. */
export function createSqlReader(outline: Outline): LanguageReader {
  let tokens: Token[] = [];
  let number = 0;
  let depth = 0;
  const add = (is: Token['is'], text: string) => {
    if (tokens.length < wordsHeld && depth === 0) tokens.push({ is, text, line: number });
  };
  const end = () => {
    tellStatement(tokens, number, outline);
    tokens = [];
    depth = 0;
  };
  const lexer = createLexer(
    {
      lineComments: ['--'],
      blockComment: { open: '/*', close: '*/', nests: false },
      strings: [doubled("'"), doubled('"'), doubled('`')],
      hasDollarQuotes: true,
      word: /[\p{L}_][\p{L}\p{N}_$.]*/uy,
    },
    {
      isSkipping: false,
      word: (text) => add('word', text),
      text: (text) => add('text', text),
      mark: (text) => {
        if (text === ';') end();
        else add('mark', text);
      },
      open: () => {
        depth += 1;
      },
      close: () => {
        depth = Math.max(0, depth - 1);
      },
    },
  );
  return {
    line(text, lineNumber) {
      number = lineNumber;
      lexer.read(text);
    },
    finish() {
      end();
      return null;
    },
  };
}

function tellStatement(tokens: readonly Token[], endLine: number, outline: Outline): void {
  const [first] = tokens;
  if (first?.is !== 'word') return;
  const verb = first.text.toLowerCase();
  const rest = tokens.slice(1).filter(({ is, text }) => is !== 'word' || !fillers.has(text.toLowerCase()));
  const at = rest.findIndex(({ is, text }) => is === 'word' && objects.has(text.toLowerCase()));
  const object = rest[at];
  const add = (kind: string, name: Token | undefined, isPublic: boolean) => {
    if (name && name.is !== 'mark')
      outline.add({ kind, name: name.text, owner: null, line: first.line, endLine, isPublic });
  };
  const kind = object?.text.toLowerCase() ?? '';
  if (verb === 'create' && at !== -1 && at < 3) add(kind, rest[at + 1], true);
  else if ((verb === 'alter' || verb === 'drop') && at !== -1 && at < 2)
    add(`${verb} ${kind}`, rest[at + 1], false);
  else if (verb === 'insert' || verb === 'replace') {
    const name = rest.find(({ text }) => text.toLowerCase() !== 'into');
    add('insert', name, false);
  } else if (/^(?:update|delete|select|copy|truncate|with|merge)$/.test(verb)) {
    const from = rest.findIndex(({ text }) => text.toLowerCase() === 'from');
    add(verb, verb === 'delete' || verb === 'select' ? rest[from + 1] : rest[0], false);
  }
}
