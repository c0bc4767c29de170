import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import type { Run } from '#tests/support/understand-text.ts';
import { lines as linesOf, viewOfCommand } from '#tests/support/view-of-command.ts';
import { understand, understandCommand } from '../data/understand.ts';

const search = (pattern: string, lines: readonly string[], run: Run = {}) =>
  understand(`${lines.join('\n')}\n`, {
    tool: 'grep_file',
    type: 'matches',
    args: { pattern },
    title: pattern,
    ...run,
  });

describe('searches', () => {
  test('short recordings: counts and lists of files are read as what they are', () => {
    const { text: counts } = recording('matches/rg-count');
    expect(understandCommand('rg -c loadRecord', counts).verdict).toBe('80 matches in 28 files');
    const { text: files } = recording('matches/rg-files');
    expect(understandCommand('rg -l loadRecord', files).verdict).toBe('28 files');
    const { text: stats } = recording('matches/rg-stats');
    expect(understandCommand('rg -n --stats TODO', stats).verdict).toBe('15 matches in 12 files');
  });

  test('counts are counts, whoever asked for them', () => {
    const { verdict, sections } = search('x', ['src/a.ts:18', 'src/b.ts:3', 'docs/c.md:78']);
    expect(verdict).toBe('99 matches in 3 files');
    const files = sections.find(({ heading }) => heading === 'by file:');
    expect(files?.facts[0]?.text).toBe('docs/c.md 78');
  });

  test('the file with most matches comes first, the others behind it', () => {
    const lines = ['a/one.ts:1:x()', 'b/two.ts:1:x()', 'b/two.ts:5:x()', 'c/three.ts:9:x()'];
    const { sections } = search('x', lines);
    const files = sections.find(({ heading }) => heading === 'by file:');
    expect(files?.facts.map(({ text }) => text)).toEqual(['b/two.ts 2', 'a/one.ts 1', 'c/three.ts 1']);
  });

  test.each([
    ['python', 'def load_user(id):', 'load_user'],
    ['python, a class', 'class LoadUser(Base):', 'LoadUser'],
    ['go', 'func (s *Store) LoadUser(id string) (*User, error) {', 'LoadUser'],
    ['rust', '    pub fn load_user(&self) -> User {', 'load_user'],
    ['c', 'static int load_user(struct db *db)', 'load_user'],
    ['java', '    public User loadUser(String id) throws IOException {', 'loadUser'],
    ['a method', '  async loadUser(id) {', 'loadUser'],
    ['an arrow', 'export const loadUser = async (id) => find(id);', 'loadUser'],
    ['a property', 'app.loadUser = function loadUser(id) {', 'loadUser'],
    ['a macro', '#define LOAD_USER(id) load((id), 1)', 'LOAD_USER'],
  ])('a definition is told from its uses: %s', (_, definition, name) => {
    const uses = [`  const user = await ${name}(id);`, `return ${name}(1)`, `// ${name}(id) reads`];
    const lines = [...uses.map((use, at) => `src/use${at}.x:${at + 1}:${use}`), `src/zz.x:40:${definition}`];
    const { facts } = search(name, lines);
    expect(facts.filter((fact) => fact.endsWith('(definition)'))).toEqual([
      `src/zz.x:40: ${definition.trim()} (definition)`,
    ]);
  });

  test('a definition in source comes before one in a test', () => {
    const { facts } = search('makeCart', [
      'tests/cart.test.ts:3:const makeCart = () => ({});',
      'src/cart.ts:9:export function makeCart() {',
    ]);
    expect(facts[0]).toBe('src/cart.ts:9: export function makeCart() { (definition)');
  });

  test('lines around matches are no matches, whatever dashes stand in paths and dates', () => {
    const lines = [
      'logs/2026-01-12-run.log-4-before',
      'logs/2026-01-12-run.log:5:boom',
      'logs/2026-01-12-run.log-6-after',
      '--',
      'logs/2026-01-12-run.log:9:boom',
      'logs/2026-01-13-run.log:1:boom',
    ];
    const { verdict } = understandCommand('grep -rn -C1 boom logs', lines.join('\n'));
    expect(verdict).toBe('3 matches in 2 files');
  });

  test('a path of Windows and a text with colons are kept apart', () => {
    const { facts } = search('port', [
      'C:\\app\\main.ts:12:const url = "http://a:80";',
      'C:\\app\\b.ts:3:port: 8080:1',
    ]);
    expect(facts[0]).toBe('C:\\app\\main.ts:12: const url = "http://a:80";');
  });

  test('a search that was stopped says so', () => {
    expect(search('x', ['a.ts:1:x'], { counts: '1 match in 1 file, then stopped' }).verdict).toBe(
      '1 match in 1 file, then stopped',
    );
  });

  test('without a command line, marks tell a search, and compilers and logs are none', () => {
    const found = Array.from({ length: 8 }, (_, at) => `src/a${at}.ts:${at + 1}:  call(${at});`).join('\n');
    expect(understandCommand('./find-calls.sh', `${found}\n`).kind).toBe('matches');
    const gcc = found.replaceAll(/:(\d+): /g, ':$1:5: warning: ');
    expect(understandCommand('make', `${gcc}\n`).kind).toBe('general');
    const log = Array.from({ length: 8 }, (_, at) => `12:00:0${at} started ${at}`).join('\n');
    expect(understandCommand('./run.sh', `${log}\n`).kind).toBe('general');
    const source = Array.from({ length: 8 }, (_, at) => `  const a${at} = b ? c : ${at};`).join('\n');
    expect(understandCommand('cat a.ts', `${source}\n`).kind).toBe('general');
  });

  test('a filter behind another program is no search', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `FAIL step ${at}`).join('\n');
    expect(understandCommand('npm test | grep FAIL', lines).kind).toBe('general');
    expect(understandCommand('cd lib && grep -rn FAIL . | head -20', 'a.ts:1:FAIL\n').kind).toBe('matches');
  });

  test('options with a word do not hide the pattern', () => {
    const text = 'src/a.ts:1:function pick() {\n';
    for (const command of [
      'rg -g "*.ts" -A 2 pick',
      'rg -e pick src',
      'grep -E -rn pick src',
      'grep -rn --include="*.ts" pick .',
      'git grep -n pick',
    ]) {
      expect(understandCommand(command, text).facts[0]).toMatch(/\(definition\)$/);
    }
  });

  test('a very long line shows where it matched', () => {
    const { facts } = search('needle', [
      `dist/app.min.js:1:${'a=1;'.repeat(500)}needle()${'b=2;'.repeat(500)}`,
    ]);
    expect(facts[0]).toMatch(/^dist\/app\.min\.js:1: ….*needle\(\)/);
    expect(facts[0]?.length).toBeLessThan(260);
  });

  test('counts hold for 100,000 matches in more files than are held, in whatever pieces they come', () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, at) => `src/f${Math.floor(at / 10)}.ts:${at % 10}:call(${at})`,
    );
    const text = `${lines.join('\n')}\n`;
    const run: Run = { tool: 'grep_file', type: 'matches', args: { pattern: 'call' }, title: 'call' };
    const whole = understand(text, run);
    expect(whole.verdict).toBe('100,000 matches in 10,000 files');
    expect(understand(text, { ...run, pieceCharacters: 997 })).toEqual(whole);
  });

  test.each([
    [
      'json that is cut',
      '{"type":"begin","data":{"path":{"text":"a.ts"}}}\n{"type":"match","data":{"path":{"text":"a',
    ],
    ['only separators', '--\n--\n--\n'],
    ['numbers', '1:\n2:\n3:\n'],
    ['colons', `${':'.repeat(5_000)}\n`.repeat(20)],
    ['digits', `${'1:'.repeat(3_000)}\n${'-1-'.repeat(3_000)}\n`],
  ])('does not fall over %s', (_, text) => {
    expect(search('x', text.split('\n')).kind).toMatch(/^(?:matches|general)$/);
  });
});

describe('lines of a log that a search without line numbers found', () => {
  test('are read as a log, and their times are no line numbers', async () => {
    const text = linesOf(
      60,
      (at) =>
        `Mar  2 10:${String(at).padStart(2, '0')}:00 mx postfix/smtp[3000]: to=<u${at}@example.test>, status=${at % 20 === 13 ? 'bounced' : 'sent'}`,
    );
    const { text: view } = await viewOfCommand('grep postfix /var/log/mail.log', text);
    expect(view).toContain('Mar  2 10:00:00 to 10:59:00');
    expect(view).toMatch(/status: sent ×57, bounced ×3/);
    expect(view).not.toContain('10:0:');
  });

  test('a folder from the root is not the folder one is in', async () => {
    const text =
      linesOf(20, (at) => `src/a${at}.py:${at}`) + linesOf(20, (at) => `/usr/lib/mail/b${at}.py:${at * 2}`);
    const { text: view } = await viewOfCommand('grep -rc self src /usr/lib/mail', text);
    expect(view).toMatch(/^by folder: \/usr\/ 380, src\/ 190$/m);
  });
});
