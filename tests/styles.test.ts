import { describe, expect, test } from 'vitest';
import { segmentsOfRow } from '../components/artifacts/text/code-segments.ts';
import {
  classesIn,
  classNamesIn,
  readClassUses,
  readStyleSheets,
  roomOf,
  selectorsOf,
} from './support/read-styles.ts';

/** What any component may use. Their classes may be adapted elsewhere, within a class of one's own. */
const commonSheets = [
  'base',
  'controls',
  'card',
  'frame',
  'panel',
  'code',
  'diff',
  'ledger',
  'prose',
  'view-bar',
  'dialog',
  'savings',
  'narrow',
];
/** The same components under other circumstances. */
const circumstances = ['tokens', 'gutter', 'narrow', 'density', 'forced-colors'];

const sheets = readStyleSheets();
const uses = readClassUses();

/** A word for what an element is in now; it says nothing without the class beside it. */
const isState = (name: string): boolean => /^(is|has)-/.test(name);

/** The sheets that style a class; those of circumstances only where it is theirs alone. */
function stylersOf(name: string): string[] {
  const stylers = sheets.filter(({ selectors }) => selectors.some((one) => classesIn(one).includes(name)));
  const own = stylers.filter((sheet) => !circumstances.includes(sheet.name));
  return (own.length > 0 ? own : stylers).map((sheet) => sheet.name);
}

const styled = [...new Set(sheets.flatMap(({ selectors }) => selectors.flatMap(classesIn)))].sort();
/** Where a class is at home: in the first common sheet that styles it, else in the one that does. */
const homes = new Map(
  styled.map((name) => {
    const stylers = stylersOf(name);
    return [name, commonSheets.find((sheet) => stylers.includes(sheet)) ?? stylers[0] ?? ''] as const;
  }),
);
const isCommon = (name: string): boolean => commonSheets.includes(homes.get(name) ?? '');

describe('a class of one component reaches no other', () => {
  test('a class that is not common is styled by one sheet alone', () => {
    const shared = styled.filter((name) => !isState(name) && !isCommon(name) && stylersOf(name).length > 1);
    expect(shared.map((name) => `${name}: ${stylersOf(name).join(', ')}`)).toEqual([]);
  });

  test('a common class is adapted only within a class of the sheet that adapts it', () => {
    const bare = sheets.flatMap(({ name: sheet, selectors }) =>
      circumstances.includes(sheet)
        ? []
        : selectors
            .filter((selector) => {
              const names = classesIn(selector).filter((name) => !isState(name));
              return names.length > 0 && names.every((name) => homes.get(name) !== sheet);
            })
            .map((selector) => `${sheet}: ${selector}`),
    );
    expect(bare).toEqual([]);
  });

  test('a state is styled only beside a class', () => {
    const alone = sheets.flatMap(({ selectors }) =>
      selectors.filter((selector) =>
        /(^|[\s>+~(,])\.(is|has)-/.test(selector.replaceAll(/:(is|not)\([^()]*\)/g, '')),
      ),
    );
    expect(alone).toEqual([]);
  });

  test('a class that is not common is used by the components of one room', () => {
    const strays = styled.flatMap((name) => {
      const rooms = new Set([...(uses.get(name) ?? [])].map(roomOf));
      return isState(name) || isCommon(name) || rooms.size < 2 ? [] : [`${name}: ${[...rooms].join(', ')}`];
    });
    expect(strays).toEqual([]);
  });
});

test('a sheet that is not common lies in the room that uses its classes', () => {
  const strays = sheets
    .filter(({ name }) => !commonSheets.includes(name) && !circumstances.includes(name))
    .flatMap(({ name, room }) => {
      const own = styled.filter((one) => homes.get(one) === name && !isState(one));
      const rooms = new Set(own.flatMap((one) => [...(uses.get(one) ?? [])].map(roomOf)));
      return rooms.size === 0 || rooms.has(room)
        ? []
        : [`${name}: in ${room}, used in ${[...rooms].join(', ')}`];
    });
  expect(strays).toEqual([]);
});

describe('no class of ours is a word of the highlighter', () => {
  test('each of its words is set apart', () => {
    const row = { properties: { className: ['token', 'key', 'atrule'] }, children: [{ value: 'name' }] };
    expect(segmentsOfRow(row)).toEqual([{ text: 'name', className: 'token token-key token-atrule' }]);
  });

  test('what begins with its prefix is styled by the sheet of code alone', () => {
    const tokens = styled.filter((name) => /^token(-|$)/.test(name));
    expect(tokens.length).toBeGreaterThan(10);
    expect(tokens.filter((name) => homes.get(name) !== 'code')).toEqual([]);
  });
});

describe('these checks see what they are to see', () => {
  test('selectors are read with their alternatives, within conditions too, and without frames', () => {
    const css =
      '/* .no{} */ .a:is(.b, .c), .d > p {x:y} @media (m) {.e{x:y}} @keyframes k {from{x:y} to{x:y}}';
    expect(selectorsOf(css)).toEqual(['.a:is(.b, .c)', '.d > p', '.e']);
    expect(classesIn('.a:is(.b-c, .d) p')).toEqual(['a', 'b-c', 'd']);
  });

  test('class names are read from texts, choices and templates, and not from what is compared', () => {
    const names = (source: string) => classNamesIn(source).sort();
    expect(names('<p className="a b-c" title="d">')).toEqual(['a', 'b-c']);
    expect(names(`<p className={kind === 'x' ? 'a' : \`b \${c}\`} id={'d'}>`)).toEqual(['a', 'b']);
    expect(names("const className = ['ln', isOn ? 'sel' : ''].filter(Boolean).join(' ');")).toEqual([
      'ln',
      'sel',
    ]);
    expect(names("{ text, className: 'dir' }")).toEqual(['dir']);
  });
});
