import { type Declared, isMark, type Token } from '../grammar.ts';

export const groupsOfTests = new Set(['describe', 'context', 'suite', 'fdescribe', 'xdescribe']);
const tests = new Set(['it', 'test', 'specify', 'bench', 'fit', 'xit', ...groupsOfTests]);
const routeVerbs = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'all',
  'use',
  'head',
  'options',
  'route',
]);

/** `it('does this', …)` and `app.get('/path', …)`. */
export function callOf(tokens: readonly Token[]): Declared | null {
  const [first] = tokens;
  const group = tokens.findLast(({ is }) => is === '()');
  if (first?.is !== 'word' || !group || group.text === '') return null;
  if (tests.has(first.text)) {
    const kind = groupsOfTests.has(first.text) ? 'group' : 'test';
    return { kind, name: group.text, line: first.line, isPublic: kind === 'group' };
  }
  const [, dot, verb] = tokens;
  const isRoute =
    isMark(dot, '.') && verb?.is === 'word' && routeVerbs.has(verb.text) && tokens[3]?.is === '()';
  if (!isRoute || !tokens[3]?.text.startsWith('/')) return null;
  return {
    kind: 'route',
    name: `${verb.text.toUpperCase()} ${tokens[3].text}`,
    line: first.line,
    isPublic: true,
    isMade: true,
  };
}
