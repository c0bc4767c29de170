import { describe, expect, test } from 'vitest';
import { createHeadingReader, type SectionHeading } from '#lib/split/sections/heading.ts';
import { summarizers } from '#lib/split/summarizers.ts';
import { understandText } from '../support/understand-text.ts';
import { viewOfCommand } from '../support/view-of-command.ts';

const disks = [
  'Filesystem      Size  Used Avail Use% Mounted on',
  ...Array.from({ length: 9 }, (_, at) => `/dev/sda${at}        64G   20G   44G  31% /srv/disk${at}`),
  '/dev/sdb1        20G   20G     0 100% /srv/mail',
];
const services = Array.from({ length: 12 }, (_, at) => `worker-${at} is running`);
const report = (mark: (title: string, index: number) => readonly string[]) =>
  [
    ['disks', disks],
    ['states', ['  1 R', ' 20 S', '  8 Z']],
    ['services', services],
    ['backup', ['last run: 2026-11-20', 'size: 0 bytes']],
  ]
    .flatMap(([title, lines], index) => [...mark(title as string, index), ...(lines as string[]), ''])
    .join('\n');

const understand = (text: string) =>
  understandText(text, summarizers, { command: 'sh check.sh', exitCode: 0 });

describe('a report with headings', () => {
  test.each<[string, (title: string, index: number) => readonly string[]]>([
    ['## title', (title) => [`## ${title}`]],
    ['=== title ===', (title) => [`=== ${title} ===`]],
    ['--- title ---', (title) => [`--- ${title} ---`]],
    ['==> title', (title) => [`==> ${title}`]],
    ['[1/4] title', (title, index) => [`[${index + 1}/4] ${title}`]],
    ['Step 1/4: title', (title, index) => [`Step ${index + 1}/4: ${title}`]],
    ['a title underlined', (title) => [title, '='.repeat(title.length)]],
    ['a title between rules', (title) => ['##########', `  ${title}`, '##########']],
  ])('%s: each section is read as a result of its own', (_, mark) => {
    const text = report(mark);
    const { kind, verdict, facts, sections } = understand(text);
    expect(kind).toBe('sections');
    expect(verdict).toBe('4 sections');
    const zombies = sections.flatMap((section) => section.facts).find((fact) => fact.text === '8 Z');
    expect(text.split('\n')[(zombies?.line ?? 0) - 1]).toBe('  8 Z');
    expect(sections.map(({ heading }) => heading)).toEqual(['disks: table: 10 rows:', 'states:', 'backup:']);
    expect(facts).toEqual(expect.arrayContaining(['8 Z', 'size: 0 bytes']));
  });

  test('the fullest disk comes before the names of its columns', () => {
    const { facts } = understand(report((title) => [`## ${title}`]));
    expect(facts[0]).toBe('nearly full (line 12): /dev/sdb1, 20G, 20G, 0, 100%, /srv/mail');
  });

  test('the failure of one section is the first fact', () => {
    const run = ['## unit', 'Tests: 3 passed', '', '## lint', 'all good', '', '## api'];
    const exchange = [
      '> GET /orders HTTP/1.1',
      '> Host: shop',
      '>',
      '< HTTP/1.1 503 Service Unavailable',
      '<',
    ];
    const { facts } = understand(
      [...run, ...exchange, ...Array.from({ length: 9 }, (_, at) => `line ${at}`)].join('\n'),
    );
    expect(facts[0]).toBe('HTTP/1.1 503 Service Unavailable');
  });

  test('of several checks, those that passed are left out, and errors come first', () => {
    const checks = (name: string, state: string) => [
      `## ${name}`,
      '  OK    a',
      '  OK    b',
      `  ${state}  c: no answer`,
      '',
    ];
    const text = [
      ...checks('disks', 'OK  '),
      ...checks('services', 'CRIT'),
      ...checks('backups', 'WARN'),
    ].join('\n');
    const { facts, sections } = understand(text);
    expect(facts).toEqual(['CRIT  c: no answer', 'WARN  c: no answer']);
    expect(sections.map(({ heading }) => heading)).toContain('services:');
  });

  test('sections that come to the same are described once, those with other problems by themselves', () => {
    const page = (at: number, status: string) => [
      `== page ${at}`,
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json',
      '',
      JSON.stringify({
        page: at,
        items: Array.from({ length: 30 }, (_, id) => ({ id, name: `item ${id}` })),
      }),
    ];
    const text = [1, 2, 3, 4]
      .flatMap((at) => page(at, '200 OK'))
      .concat(page(5, '504 Gateway Timeout'))
      .join('\n');
    const { sections, facts } = understand(`${text}\n`);
    expect(sections.map(({ heading }) => heading)).toEqual([
      null,
      'page 5: http: HTTP/1.1 504 Gateway Timeout, 1 line of the body:',
    ]);
    expect(facts[0]).toBe('HTTP/1.1 504 Gateway Timeout');
    expect(facts).toContain(
      'page 1 (one of 4 with this result: page 2, page 3, page 4): http: HTTP/1.1 200 OK, 1 line of the body',
    );
  });

  test('an error in a section that no summarizer knows is shown', () => {
    const steps = Array.from({ length: 12 }, (_, at) => `step ${'abcdefghijkl'[at]} is done`);
    const text = [
      ...report((title) => [`## ${title}`]).split('\n'),
      '## change',
      ...steps,
      'ERROR: no room on disk',
      'step ended',
    ].join('\n');
    const { facts, sections } = understand(text);
    expect(sections.map(({ heading }) => heading)).toContain('change:');
    expect(facts[0]).toMatch(/^\d+: ERROR: no room on disk$/);
  });

  test('a program whose output is known leaves room for the headings of its script', () => {
    const table = (name: string) => [
      ` ${name} | rows `,
      '------+------',
      ' a    |   12 ',
      ' b    |   17 ',
      '(2 rows)',
      '',
      'Time: 1.2 ms',
    ];
    const text = [
      '== sizes',
      ...table('name'),
      '== owners',
      ...table('user'),
      '== change',
      'BEGIN',
      'psql:r.sql:20: ERROR:  no index',
      '',
    ].join('\n');
    const { kind, verdict } = understandText(text, summarizers, { command: 'psql -f r.sql', exitCode: 3 });
    expect([kind, verdict]).toEqual(['sections', '3 sections']);
  });

  test('several files are read each by itself, also where the first is long', () => {
    const requests = Array.from(
      { length: 120 },
      (_, at) =>
        `127.0.0.1 - - [25/Nov/2026:04:29:26 +0000] "GET /orders/${at} HTTP/1.1" ${at === 70 ? 502 : 200} 183`,
    );
    const errors = Array.from(
      { length: 90 },
      (_, at) =>
        `2026/11/25 04:29:${10 + (at % 50)} [error] 362#362: *${at} no live upstreams while connecting to upstream, client: 127.0.0.1`,
    );
    const text = ['==> error.log <==', ...errors, '', '==> access.log <==', ...requests, ''].join('\n');
    const { kind, verdict, sections, facts } = understandText(text, summarizers, {
      command: 'tail -n 200 error.log access.log',
      exitCode: 0,
    });
    expect([kind, verdict]).toEqual(['sections', '2 sections']);
    expect(sections.map(({ heading }) => heading)).toEqual([
      expect.stringMatching(/^error\.log: log: .*90 error:$/),
      expect.stringMatching(/^access\.log: access log: 120 requests/),
    ]);
    expect(facts).toContain('status: 200 ×119, 502 ×1');
  });

  test('lines below a rule keep their numbers', () => {
    const log = (name: string) => [
      ...Array.from({ length: 12 }, (_, at) => `2026-11-25 10:00:${10 + at} INFO started ${name}`),
      '====================',
      `2026-11-25 10:01:00 ERROR ${name} exploded`,
    ];
    const text = ['## one', ...log('a'), '## two', ...log('b'), '## three', ...log('c'), ''].join('\n');
    const { sections } = understand(text);
    const lines = text.split('\n');
    const errors = sections.flatMap(({ facts }) => facts).filter((fact) => fact.text.includes('exploded'));
    expect(errors).toHaveLength(3);
    for (const { text: shown, line = 0 } of errors) {
      expect(lines[line - 1]).toContain('exploded');
      expect(shown).toMatch(new RegExp(`^${line}: `));
    }
  });

  test('sections with the same counts of other failures are not alike', () => {
    const run = (at: number) => [
      `== suite ${at} ==`,
      '==== test session starts ====',
      'collected 5 items',
      '',
      `tests/test_${at}.py F....                 [100%]`,
      '',
      '==== FAILURES ====',
      `____ test_case_${at} ____`,
      '',
      `>       assert ${500 + at} == 200`,
      `E       assert ${500 + at} == 200`,
      '',
      `tests/test_${at}.py:10: AssertionError`,
      '==== short test summary info ====',
      `FAILED tests/test_${at}.py::test_case_${at} - assert ${500 + at} == 200`,
      '==== 1 failed, 4 passed in 0.05s ====',
    ];
    const { facts, sections } = understand([1, 2, 3, 4].flatMap(run).join('\n'));
    expect(sections.filter(({ heading }) => heading?.includes('with this result'))).toEqual([]);
    for (const at of [1, 2, 3, 4]) expect(facts.join('\n')).toContain(`assert ${500 + at} == 200`);
  });

  test('lines of a section that are cut are not understood, but shown', () => {
    const long = `{"items":[${'{"id":1},'.repeat(2_000)}{}]}`;
    const text = ['## a', 'one', 'and', 'more', '## b', 'two', '## c', long, ''].join('\n');
    const { sections } = understand(text);
    expect(sections.map(({ heading }) => heading)).toEqual(['a:', 'b:']);
  });

  test('sections with lines that nobody understood are not alike', () => {
    const host = (at: number) => [
      `## host ${at}`,
      ...disks,
      ...Array.from({ length: 6 }, (_, n) => `up ${at} since ${n} o'clock`),
      '',
    ];
    const { facts } = understand([1, 2, 3, 4].flatMap(host).join('\n'));
    expect(facts.join('\n')).not.toContain('with this result');
  });

  test('of many sections that say the same, only what differs is shown', () => {
    const node = (at: number) => [
      `--- node${at} ---`,
      `uptime: ${at * 7 + 3} days`,
      at === 6 ? 'ntp: offset 4.2s NOT SYNCED' : 'ntp: synced',
      `services: 14 running, ${at === 9 ? 2 : 0} stopped`,
      'result: OK',
      '',
    ];
    const { facts, sections } = understand(
      Array.from({ length: 12 }, (_, at) => node(at))
        .flat()
        .join('\n'),
    );
    expect(facts).toEqual(['ntp: offset 4.2s NOT SYNCED', 'services: 14 running, 2 stopped']);
    const shown = sections.filter((section) => section.facts.length > 0);
    expect(shown.map(({ heading, noun, total }) => `${heading} ${total} ${noun}s`)).toEqual([
      'node6: 4 lines',
      'node9: 4 lines',
    ]);
  });

  test('of more than 100 sections the others are named by their number', () => {
    const text = Array.from({ length: 130 }, (_, at) => `## host ${at}\nstate: ${at % 7}\nload: ${at}\n`);
    expect(understand(text.join('')).verdict).toBe('130 sections, the last 30 not described');
  });

  test('the last section has failed when the script has', () => {
    const answer = (status: string) =>
      `> GET /orders HTTP/1.1\n> Host: shop\n>\n< HTTP/1.1 ${status}\n<\n${'one line\n'.repeat(9)}`;
    const text = `## a\n${answer('200 OK')}\n## b\n${answer('200 OK')}\n## c\n${answer('503 Service Unavailable')}curl: (22) The requested URL returned error: 503\n`;
    const run = (exitCode: number) => understandText(text, summarizers, { command: 'sh check.sh', exitCode });
    expect(run(1).explainsFailure).toBe(true);
    expect(run(0).explainsFailure).toBe(false);
  });

  test.each([
    ['two headings', '## a\nx\n## b\ny\n'],
    ['headings alone', '## a\n## b\n## c\n## d\n'],
    ['the states of Go tests', '=== RUN   TestA\nok\n=== RUN   TestB\nok\n=== RUN   TestC\nok\n'],
    ['a patch', '--- a/x.ts\n+++ b/x.ts\nx\n--- a/y.ts\n+++ b/y.ts\ny\n--- a/z.ts\n+++ b/z.ts\nz\n'],
    ['comments of SQL', '-- one\nselect 1;\n-- two\nselect 2;\n-- three\nselect 3;\n'],
  ])('%s make none', (_, text) => {
    expect(understand(text).kind).not.toBe('sections');
  });

  test('no line is lost, whatever is a heading', () => {
    const text = '====\nA\n====\nb\nB\n====\n\n## c\n====\n====\nd\n***\n## \n';
    const contents: string[] = [];
    const headings: SectionHeading[] = [];
    const reader = createHeadingReader({
      heading: (heading) => headings.push(heading),
      content: (line) => contents.push(line),
    });
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) reader.line(line, index + 1);
    reader.finish();
    expect(contents.length + headings.length).toBe(lines.length);
    expect(headings.map(({ text, line }) => `${line} ${text}`)).toEqual(['2 A', '5 B', '8 c']);
  });
});

test('a report that ends with a heading says so', async () => {
  const step = (at: number) =>
    `>> step ${at} at (${at}.5,${at}.1)\n   motor L ${at * 3} R ${at * 7}\n   lidar ${at} pts\n`;
  const text = `${Array.from({ length: 20 }, (_, at) => step(at)).join('')}>> docked. mission result: ABORTED (2/5 waypoints)\n`;
  expect((await viewOfCommand('./robot run', text)).text).toContain(
    '61: docked. mission result: ABORTED (2/5 waypoints)',
  );
});
