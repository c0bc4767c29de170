import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Words that only this code would use: an engineer from outside could neither guess nor search them. */
const banned =
  /^(?:place|places|told|said|held|stands|wish|given|tells?|(?:tells?|told|held)[A-Z].*|is(?:Telling|Told|Held)|.*Told|.*Tells?|most[A-Z].*|booked|booking|booked[A-Z].*|.*[a-z]Most|(?:least|fewest)[A-Z].*|(?:.*[a-z])?Places?(?![a-z]).*)$/;

const bannedInClasses = new Set(['place', 'told', 'tell', 'said', 'held', 'stands', 'fate']);

/** By these exports Next finds what a page or a route handler is. */
const namesOfNext = new Set(['GET', 'POST', 'metadata', 'generateMetadata']);

const skipped = new Set(['node_modules', '.next', 'fixtures', 'corpus', 'blind', 'stored']);

function pathsIn(folder: string, extension: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pathsIn(path, extension);
    return extension.test(entry.name) ? [path] : [];
  });
}

const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const sheetsIn = (folder: string) => pathsIn(folder, /\.css$/).map(read);
const files = ['lib', 'components', 'app', 'scripts', 'tests']
  .flatMap((folder) => pathsIn(folder, /\.tsx?$/))
  .map(read);

const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*/g;
const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
/** The words of a template, up to its end or to an expression in it; those after an expression. */
const templates =
  /`(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)|(?<=\$\{[^`{}]*)\}(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)/g;

/** Names that are given here: of variables, parameters, functions, types and properties; not the words of comments and texts. */
function namesIn(text: string): Set<string> {
  const code = text.replaceAll(comments, ' ').replaceAll(templates, '``').replaceAll(strings, "''");
  const declared = code.matchAll(
    /(?:\b(?:const|let|function|interface|type|class)\s+|[({[,;]\s*(?:\.\.\.)?|^\s+)([A-Za-z_$][\w$]*)(?=\s*(?:[=:,)}\]<(;?]|$))/gm,
  );
  return new Set([...declared].map(([, name = '']) => name));
}

describe('the words of the code', () => {
  test('are the field’s: no name is of a private dialect', () => {
    const found = files.flatMap(({ path, text }) =>
      [...(path === 'tests/words.test.ts' ? [] : namesIn(text))]
        .filter((name) => banned.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('name files too', () => {
    const found = files.filter(({ path }) =>
      /(?:^|[/-])(?:tell|told|place|places|held|book)(?:[-.]|$)/.test(path.split('/').at(-1) ?? ''),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test('name classes of elements too', () => {
    const found = ['app', 'components']
      .flatMap(sheetsIn)
      .flatMap(({ path, text }) =>
        [...text.replaceAll(comments, ' ').matchAll(/\.([a-z][a-z-]*)(?=[^{};]*\{)/g)]
          .filter(([, name = '']) => name.split('-').some((word) => bannedInClasses.has(word)))
          .map(([, name]) => `${path}: ${name}`),
      );
    expect(found).toEqual([]);
  });

  test('mean one thing each: no name is exported by two files, but by the twins of the stores', () => {
    const exported = /^export (?:async )?(?:const|function\*?|interface|type|class) ([A-Za-z_$][\w$]*)/gm;
    const byName = new Map<string, string[]>();
    for (const { path, text } of files.filter(
      ({ path }) =>
        /^(?:app|lib|components|scripts)\//.test(path) && !path.startsWith('lib/replay/repository/'),
    )) {
      for (const [, name = ''] of text.matchAll(exported))
        byName.set(name, [...(byName.get(name) ?? []), path]);
    }
    const isTwin = (path: string) => /^lib\/stores\/(?:redis|sqlite)\//.test(path);
    const shared = [...byName].filter(
      ([name, paths]) => new Set(paths).size > 1 && !paths.every(isTwin) && !namesOfNext.has(name),
    );
    expect(shared.map(([name, paths]) => `${name}: ${paths.join(' ')}`)).toEqual([]);
  });

  test('a name that is banned is found where it is declared, and not in words', () => {
    const code =
      "const told = 1; // place\nfunction tellAll(place: string, { held, given }: X) { return 'said'; }\ninterface A { mostRows: number }";
    expect([...namesIn(code)].filter((name) => banned.test(name)).toSorted()).toEqual([
      'given',
      'held',
      'mostRows',
      'place',
      'tellAll',
      'told',
    ]);
  });
});
