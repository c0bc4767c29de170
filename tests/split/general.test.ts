import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsTrouble, severityOf } from '#lib/split/general/severity.ts';
import { totalityOf } from '#lib/split/general/totality.ts';
import { split } from '#lib/split/split.ts';
import { fullResult, splitOptions, type TextChange } from '../support/full-result.ts';
import { expectTrueQuotes } from '../support/quotes.ts';

const viewOf = (text: string, change: TextChange = {}) =>
  split(fullResult(text, { summarizers: [], ...change }), splitOptions());
const linesOf = (text: string, change?: TextChange) => viewOf(text, change).text.split('\n');
const output = { type: 'terminal', title: './run' } as const;

const filler = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `step ${'abcdefghij'[(from + at) % 10]} of work ${from + at}\n`,
  ).join('');

describe('what no summarizer knows', () => {
  test('begins with how much there is, then what is alike, the first lines and the last, by their numbers', () => {
    const lines = linesOf(filler(0, 1_000));
    expect(lines[0]).toBe('notes.txt: 1,000 lines');
    const begins = lines.indexOf('begins:');
    const ends = lines.indexOf('ends:');
    expect(lines.slice(begins + 1, ends)).toContain(' 1\tstep a of work 0 (one of 100 with other values)');
    expect(lines.slice(ends + 1)).toContain(' 1000\tstep j of work 999 (one of 100 with other values)');
  });

  test('shows every line under its own number, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 3_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (count, firstLine) => {
          const text = filler(0, count);
          const shown = linesOf(text, { subject: { firstLine } }).flatMap((line) => {
            const match = /^ (\d+)\t(.*?)(?: \(one of [\d,]+ (?:alike|with other values)\))?$/.exec(line);
            return match ? [{ number: Number(match[1]), text: match[2] }] : [];
          });
          const numbers = shown.map(({ number }) => number);
          expect(numbers.length).toBeGreaterThanOrEqual(3);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
          const lines = text.split('\n');
          for (const { number, text: line } of shown) expect(line).toBe(lines[number - firstLine]);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('all of a few lines that start with a label of trouble are shown', () => {
    const checks = Array.from({ length: 240 }, (_, at) => {
      const name = 'abcdefghijklmnopqrstuvwxyz'[at % 26];
      return at % 48 === 5 ? `CRIT  disk ${name}${name} is full` : `OK    disk ${name} has room`;
    });
    const lines = linesOf(checks.join('\n'), { subject: output });
    for (const [at, check] of checks.entries())
      if (check.startsWith('CRIT')) expect(lines.join('\n')).toContain(`${at + 1}: ${check}`);
  });

  test('a few lines of another kind do not hide a rare value of the others', () => {
    const rows = Array.from({ length: 600 }, (_, at) =>
      at % 100 === 99
        ? `${at} commit batch ${at} (${at} rows)`
        : `${at} line ${at} C${at} ${at === 317 ? 'skip' : at % 3 ? 'update' : 'insert'} row`,
    );
    expect(linesOf(rows.join('\n'), { subject: output }).join('\n')).toContain(
      ' 318: 317 line 317 C317 skip row',
    );
  });

  describe('times', () => {
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
    const log = (pauseAt: number, pauseMs: number, format: (ms: number) => string) => {
      let now = Date.UTC(2026, 10, 25, 4, 31);
      return Array.from({ length: 400 }, (_, at) => {
        now += at === pauseAt ? pauseMs : 20 + ((at * 7) % 30);
        return `${format(now)} step ${'abcdefghij'[at % 10]} of work`;
      }).join('\n');
    };
    const find = (text: string) =>
      linesOf(text, { subject: output }).find((line) => /longest time|largest step/.test(line));

    test.each<[string, (ms: number) => string]>([
      ['a time of day', clock],
      ['a time of day with a comma', (ms) => clock(ms).replace('.', ',')],
      ['a date and a time in one', (ms) => new Date(ms).toISOString()],
      ['a date before the time', (ms) => `2026-11-25 ${clock(ms)}`],
      ['a time in brackets', (ms) => `[25/Nov/2026:${clock(ms)}]`],
      ['a number of seconds', (ms) => (ms / 1_000 - 1_700_000_000).toFixed(6)],
    ])('%s: the one long wait is found', (_, format) => {
      expect(find(log(200, 9_000, format))).toMatch(
        /^ (?:longest time between lines: 9 s|largest step of a number: 9), from line 200 to 201 \(then 0\.04\d*(?: s)?\)$/,
      );
    });

    test.each([
      ['no wait is far longer than the others', log(200, 60, clock)],
      ['times run backwards', log(200, 9_000, (ms) => clock(86_400_000 - (ms % 86_400_000)))],
      ['a number is no time', log(200, 9_000, (ms) => String(ms % 1_000))],
    ])('%s: nothing is said', (_, text) => {
      expect(find(text)).toBeUndefined();
    });

    test('over midnight, nothing is said', () => {
      const times = Array.from(
        { length: 200 },
        (_, at) =>
          new Date(
            Date.UTC(2026, 0, at < 100 ? 1 : 2, at < 100 ? 20 : 6, 0, 0) +
              at * 2_000 +
              (at > 50 ? 60_000 : 0),
          ),
      );
      const text = times
        .map((time, at) => `${time.toISOString().slice(0, 19).replace('T', ' ')} unit ${at} done`)
        .join('\n');
      expect(find(text)).toBeUndefined();
    });

    test('the lines before and after the wait are shown', () => {
      const shown = linesOf(log(200, 9_000, clock), { subject: output }).join('\n');
      expect(shown).toMatch(/^ 200: .*\n 201: /m);
    });
  });

  test('finds the line in the middle that tells of trouble, and what stands beside it', () => {
    const trouble = 'cannot open store 17: access denied\ncannot open store 18: access denied\n';
    const text = `${filler(0, 4_000)}${trouble}${filler(4_000, 9_000)}`;
    const [first, ...lines] = linesOf(text, { ...output, outcome: 'exit 1', exitCode: 1 });
    expect(first).toBe('./run: exit 1, 9,002 lines');
    expect(lines).toContain(' 4001: cannot open store 17: access denied (one of 2 alike: 18 at 4002)');
    expect(lines.some((line) => line.startsWith(' 9002: step j of work 8999'))).toBe(true);
  });

  test('shows the top of what was sorted by its first numbers, also where other lines stand between', () => {
    const rows = Array.from({ length: 30 }, (_, at) => {
      const share = (74.15 / (at + 1)).toFixed(2);
      return `  ${share}%  ingest  libc.so.6  [.] fn_${'abcdefghij'[at % 10]}${'klmnop'[at % 6]}\n          |--called by main\n\n`;
    });
    const lines = linesOf(`${filler(0, 40)}${rows.join('')}${filler(40, 80)}`, output);
    expect(lines).toContainEqual(expect.stringContaining(' 41: 74.15%  ingest'));
  });

  test('counts the values of a key that comes again and again, and shows the line of a rare one', () => {
    const records = Array.from(
      { length: 120 },
      (_, at) =>
        `├─ pkg-${at}@1.${at}.0\n│  ├─ licenses: ${at === 77 ? 'UNKNOWN' : at % 5 === 0 ? 'ISC' : 'MIT'}\n│  └─ path: /srv/node_modules/pkg-${at}\n`,
    );
    const lines = linesOf(records.join(''), output);
    expect(lines).toContain(' licenses of 120 lines: MIT ×95, ISC ×24, UNKNOWN ×1');
    expect(lines).toContainEqual(expect.stringMatching(/^ 233: │ {2}├─ licenses: UNKNOWN/));
  });

  test.each([
    'rtt min/avg/max/mdev = 14.301/42.058/385.154/75.603 ms',
    '140 packets transmitted, 125 received, +2 duplicates, 10.7143% packet loss',
    'throughput summary: 58651.03 requests per second',
    'AIC: 1675.9',
    'Deletions stopped due to --max-delete limit (34 skipped)',
    'photos: ***** FILE SYSTEM WAS MODIFIED *****',
  ])('shows what a whole is measured by, wherever it stands: %s', (line) => {
    const lines = linesOf(`${filler(0, 300)}${line}\n${filler(300, 600)}`, output);
    expect(lines).toContain(` 301: ${line}`);
  });

  test('zeros are no result, but where nothing is good news', () => {
    expect(totalityOf('0 strings with 0 bytes')).toBe(0);
    expect(totalityOf('0 passed, 0 failed')).toBeGreaterThan(0.9);
  });

  test.each<[string, boolean]>([
    ['rejected_connections:21', true],
    ['  TCPRetransFail 12', true],
    ['node_network_transmit_drop 3', true],
    ['total_error_replies: 14,996', true],
    ['sync_errors:0', false],
    ['lost_packets 0.00', false],
    ['connected_clients:21', false],
    ['terror_level:3', false],
    ['rejected_connections:21 of 40', false],
  ])('a counter of trouble alone in its line: %s', (line, is) => {
    expect(countsTrouble(line)).toBe(is);
  });

  test.each([
    ['ERROR: no room on disk', true],
    ['error: no such option', true],
    ['fatal: none of the hosts answered', true],
    ['error: no', false],
    ['errors: none', false],
    ['error = null, took 3 ms', false],
    ['errors: 0', false],
    ['no errors', false],
  ])('%s reports an error: %s', (line, is) => {
    expect(severityOf(line) >= 2.5).toBe(is);
  });

  test.each([
    [
      'behind a row of dots',
      (at: number, state: string) => `check_${at}.................${state}`,
      'ok',
      'FAIL',
    ],
    [
      'behind a dash',
      (at: number, state: string) => `task-${at}-${state}-in-the-queue`,
      'completed',
      'aborted',
    ],
    ['as a folder', (at: number, state: string) => `/var/jobs/${at}/${state}/result.json`, 'done', 'failed'],
    [
      'at the end of a path',
      (at: number, state: string) => `/srv/volume${at}/day-11/${state}`,
      'clean',
      'CORRUPT',
    ],
    [
      'in an address',
      (at: number, state: string) => `https://ci/job/${at}/${state}/console`,
      'success',
      'failure',
    ],
    ['as a code', (at: number, state: string) => `job ${at} ended with exit code ${state}`, '0', '1'],
    [
      'as a negative number',
      (at: number, state: string) => `balance ${at}: difference ${state}`,
      '0.00',
      '-912.40',
    ],
  ])('a state %s makes a line unlike the others', (_, line, usual, odd) => {
    const text = Array.from({ length: 160 }, (_line, at) => line(at, at === 61 ? odd : usual)).join('\n');
    expect(viewOf(`${text}\n`, output).text).toContain(`\n 62: ${line(61, odd)}`);
  });

  test('the largest of usual numbers is not said to be unlike the others', () => {
    const rows = (odd: number) =>
      Array.from(
        { length: 150 },
        (_, at) => `widget ${at} was packed ${at === 80 ? odd : (at * 7) % 13} times`,
      ).join('\n');
    expect(viewOf(`${rows(12)}\n`, output).text).not.toContain('unlike');
    expect(viewOf(`${rows(900)}\n`, output).text).toContain(
      ' 81: widget 80 was packed 900 times (a number unlike most others)',
    );
  });

  test('of alike lines that differ in a code, the values are counted', () => {
    const text = (status: (at: number) => number) =>
      Array.from(
        { length: 60 },
        (_, at) => `backup of db${at} finished with exit status ${status(at)} after ${at * 7 + 100} s\n`,
      ).join('');
    const view = viewOf(
      text((at) => (at % 10 === 7 ? 2 : 0)),
      output,
    ).text;
    expect(view).toContain(
      '60 lines like "backup of {db0, …} finished with exit status {0 ×54, 2 ×6} after {100 to 513} s" (1 to 60)',
    );
    expect(view).toContain(' 8: backup of db7 finished with exit status 2');
    const rising = text((at) => at * 3);
    expect(viewOf(rising, output).text).not.toContain('×');
  });

  test('the versions in alike lines are counted, and a rare one stands out', () => {
    const text = (version: (at: number) => string) =>
      Array.from({ length: 200 }, (_, at) => `[host${at % 60}] deployed version ${version(at)}\n`).join('');
    const view = viewOf(
      text((at) => (at === 103 || at === 150 ? '4.1.9' : '4.2.0')),
      output,
    ).text;
    expect(view).toContain(
      '200 lines like "[{host0, …}] deployed version {4.2.0 ×198, 4.1.9 ×2}" (1 to 200)',
    );
    expect(view).toContain(' 104: [host43] deployed version 4.1.9');
    const each = text((at) => `4.2.${at}`);
    expect(viewOf(each, output).text).not.toContain('×');
  });

  test('a line in which two numbers differ that are the same elsewhere stands out', () => {
    const view = viewOf(
      Array.from(
        { length: 80 },
        (_, at) => `table t${at}: rows read ${1_000 + at} rows written ${1_000 + at - (at === 51 ? 3 : 0)}\n`,
      ).join(''),
      output,
    ).text;
    expect(view).toContain(
      '52: table t51: rows read 1051 rows written 1048 (two numbers differ that are the same in most others)',
    );
  });

  test('a mark before some rows is no field of theirs', () => {
    const view = viewOf(
      Array.from(
        { length: 400 },
        (_, at) =>
          `${at === 20 ? '●' : ' '} s${at}.service loaded ${at === 20 ? 'failed' : at % 3 === 0 ? 'exited' : 'running'}\n`,
      ).join(''),
      output,
    ).text;
    expect(view).toContain('field 3 of 400 lines: running ×265, exited ×134, failed ×1');
  });

  test('an address that all lines share is shown as it is, one that differs is not', () => {
    const view = (host: (at: number) => string) =>
      viewOf(Array.from({ length: 80 }, (_, at) => `64 bytes from ${host(at)}: seq=${at}\n`).join(''), output)
        .text;
    expect(view(() => '10.0.0.9')).toContain('lines like "64 bytes from 10.0.0.9: seq={0 to 79}"');
    expect(view((at) => (at < 60 ? '10.0.0.9' : '10.0.0.7'))).toContain(
      'lines like "64 bytes from {10.0.0.9, …}: seq={0 to 79}"',
    );
  });

  test('versions of two parts are not decimals, whose range would be another', () => {
    const text = (part: (at: number) => unknown) =>
      Array.from({ length: 80 }, (_, at) => `h${at} runs agent version 2.${part(at)} today\n`).join('');
    const versions = viewOf(
      text((at) => at % 12),
      output,
    ).text;
    expect(versions).toContain('80 lines like "{h0, …} runs agent version {2.0, …} today"');
    const decimals = viewOf(
      text((at) => String(at + 10)),
      output,
    ).text;
    expect(decimals).toContain('version {2.1 to 2.89} today');
  });

  test('only lines that are the same but for their times are alike without a remark', () => {
    const text = (of: (at: number) => string) =>
      Array.from({ length: 200 }, (_, at) => `${of(at)}\nstep ${at % 7} of the work on file f${at}x\n`).join(
        '',
      );
    const clock = text(() => 'tick of the clock');
    const clocks = text((at) => `tick of clock c${at}x`);
    expect(viewOf(clock, output).text).toContain('(one of 200 alike)');
    expect(viewOf(clocks, output).text).toContain('(one of 200 with other values)');
  });

  test('a number that is next to nothing among numbers that are not small stands out', () => {
    const text = (of: (at: number) => number) =>
      Array.from({ length: 60 }, (_, at) => `copied f${at}x of ${of(at)} bytes to the store\n`).join('');
    const empty = text((at) => (at === 40 ? 0 : 9_000 + ((at * 37) % 100)));
    expect(viewOf(empty, output).text).toContain(' 41: copied f40x of 0 bytes to the store (a number unlike');
    const usual = text((at) => (at * 37) % 100);
    expect(viewOf(usual, output).text).not.toContain('unlike');
  });

  test('an ID that consists of digits does not make the number behind it odd', () => {
    const text = Array.from(
      { length: 90 },
      (_, at) =>
        `${at} | customer ${at === 40 ? 993088 : `${at}c${at}b`} | balance ${(at * 37) % 100} | active\n`,
    ).join('');
    expect(viewOf(text, output).text).not.toContain('unlike');
  });

  test('a value is counted over all lines that have it in that field, whatever follows', () => {
    const file = (at: number) => [
      at % 8 === 0 ? `  File: notes${at}` : `  File: /etc/notes${at}`,
      `  Size: ${at * 7}  Blocks: 8`,
      `Access: (0755/drwxr-xr-x)  Uid: 0`,
    ];
    const text = Array.from({ length: 48 }, (_, at) => file(at)).flat();
    const fields = linesOf(`${text.join('\n')}\n`, output).filter((line) => line.startsWith(' field 1 '));
    expect(fields.join()).not.toMatch(/File: ×(?!48)/);
    expect(fields.join()).toContain('File: ×48');
  });

  test('of a few lines that differ in names and numbers, none is shown for all', () => {
    const hosts = ['a', 'b', 'c'].flatMap((host) => [
      ...Array.from({ length: 40 }, (_, at) => `64 bytes from ${host}.lan: seq=${at} time=0.${at + 10} ms`),
      `--- ${host}.lan statistics ---`,
      `60 packets transmitted, ${host === 'b' ? 0 : 60} received, ${host === 'b' ? 100 : 0}% packet loss`,
    ]);
    const shown = linesOf(`${hosts.join('\n')}\n`, output);
    expect(shown.join('\n')).toContain('\n 84: 60 packets transmitted, 0 received, 100% packet loss');
    expect(
      shown.filter((line) => line.includes('packets transmitted, 60') && line.includes('alike')),
    ).toEqual([]);
  });

  test('the number of another line is not given for this one where their names differ', () => {
    const rows = Array.from(
      { length: 120 },
      (_, at) => `srv${at}      ${at % 70 === 9 ? 'down' : 'up'}        ${(at * 37) % 90}%`,
    );
    const shown = viewOf(`${rows.join('\n')}\n`, output).text;
    expect(shown).toContain(' 10: srv9      down        63% (with other values at 80)');
  });

  test('takes no word of a source file for trouble', () => {
    const source = Array.from(
      { length: 900 },
      (_, at) => `  if (!ok${at}) throw new Error('failed ${at}');\n`,
    ).join('');
    const file = { title: 'src/a.ts', language: 'typescript' };
    expect(fullResult(source, { subject: file }).understood?.findings.isTroubled).toBe(false);
    expect(fullResult(source, { subject: output }).understood?.findings.isTroubled).toBe(true);
  });

  test('says what repeats as lines that are alike, never as the line that it quotes', () => {
    const text = Array.from({ length: 5_000 }, (_, at) => `GET /items/${at} 200\n`).join('');
    expect(linesOf(text, output)).toContain(' 5,000 lines like "GET {/items/0, …} 200" (1 to 5000)');
  });

  test('tells the figures of its tool instead of none', () => {
    const view = viewOf(filler(0, 900), { counts: '900 matches in 3 files', type: 'matches' });
    expect(view.text.split('\n', 1)[0]).toBe('notes.txt: 900 matches in 3 files, 900 lines');
  });

  test('shows of a long line its start, and that it goes on', () => {
    expect(viewOf(`${'y'.repeat(5_000)}\n`.repeat(9)).text).toMatch(/ \d\ty{170,180}…/);
  });

  test('cuts no character in half', () => {
    for (const before of [0, 1]) {
      expect(viewOf(`${'a'.repeat(before)}${'😀'.repeat(5_000)}`).text.isWellFormed()).toBe(true);
    }
  });

  test('quotes only what stands there', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom('error: x', '… 3 more lines', ' a  ', '\ttab'),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 60, maxLength: 400 }), (lines) => {
        const text = lines.join('\n').toWellFormed();
        expectTrueQuotes(viewOf(text, { ...output, fullTokens: 100_000 }), text);
      }),
      { numRuns: 60 },
    );
  });
});
