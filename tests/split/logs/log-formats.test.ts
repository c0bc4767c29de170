import { describe, expect, test } from 'vitest';
import { logs } from '#lib/split/logs/logs.ts';
import { recording } from '#scripts/split/recordings.ts';
import { type Run, understandText } from '#tests/support/understand-text.ts';

const understand = (text: string, run: Run = {}) => understandText(text, logs, run);
const lines = (count: number, make: (index: number) => string) =>
  `${Array.from({ length: count }, (_, index) => make(index)).join('\n')}\n`;
const two = (index: number) => String(index % 60).padStart(2, '0');

/** Written by hand, from the documentation of each: programs that are not at hand. */
const layouts: Record<string, (index: number, isBad: boolean) => string> = {
  logback: (n, bad) =>
    `2025-06-01 08:00:${two(n)}.120 [main] ${bad ? 'ERROR' : 'INFO '} c.e.shop.Orders - order ${n} stored`,
  'spring boot': (n, bad) =>
    `2025-06-01T08:00:${two(n)}.120+02:00 ${bad ? 'ERROR' : ' INFO'} 4711 --- [           main] c.e.shop.Orders : order ${n} stored`,
  'java.util.logging': (n, bad) => `${bad ? 'SEVERE' : 'INFO'}: order ${n} stored`,
  tomcat: (n, bad) =>
    `01-Jun-2025 08:00:${two(n)}.120 ${bad ? 'SEVERE' : 'INFO'} [main] org.example.Shop.store order ${n} stored`,
  klog: (n, bad) => `${bad ? 'E' : 'I'}0601 08:00:${two(n)}.120000    4711 orders.go:12] order ${n} stored`,
  logcat: (n, bad) => `06-01 08:00:${two(n)}.120  4711  4712 ${bad ? 'E' : 'I'} Shop: order ${n} stored`,
  postgres: (n, bad) =>
    `2025-06-01 08:00:${two(n)}.120 UTC [4711] ${bad ? 'ERROR' : 'LOG'}:  order ${n} stored`,
  'apache error': (n, bad) =>
    `[Sun Jun 01 08:00:${two(n)}.120000 2025] [core:${bad ? 'error' : 'info'}] [pid 4711] order ${n} stored`,
  'go log with levels': (n, bad) => `2025/06/01 08:00:${two(n)} ${bad ? 'ERROR' : 'INFO'} order ${n} stored`,
  'docker compose': (n, bad) =>
    `web-1  | 2025-06-01 08:00:${two(n)},120 ${bad ? 'ERROR' : 'INFO'} order ${n} stored`,
  loguru: (n, bad) =>
    `2025-06-01 08:00:${two(n)}.120 | ${bad ? 'ERROR   ' : 'INFO    '} | shop:store:12 - order ${n} stored`,
  tracing: (n, bad) =>
    `2025-06-01T08:00:${two(n)}.120000Z ${bad ? 'ERROR' : ' INFO'} shop::orders: order ${n} stored`,
  "Ruby's logger": (n, bad) =>
    `${bad ? 'E' : 'I'}, [2025-06-01T08:00:${two(n)}.120000 #4711] ${bad ? 'ERROR' : ' INFO'} -- : order ${n} stored`,
  'zap on a console': (n, bad) =>
    `2025-06-01T08:00:${two(n)}.120Z\t${bad ? 'ERROR' : 'INFO'}\torder ${n} stored`,
  mysql: (n, bad) =>
    `2025-06-01T08:00:${two(n)}.120000Z 0 [${bad ? 'ERROR' : 'Note'}] [MY-010119] [Server] order ${n} stored`,
  zerolog: (n, bad) =>
    `{"level":"${bad ? 'error' : 'info'}","time":"2025-06-01T08:00:${two(n)}Z","message":"order ${n} stored"}`,
  structlog: (n, bad) =>
    `{"event": "order ${n} stored", "level": "${bad ? 'error' : 'info'}", "timestamp": "2025-06-01T08:00:${two(n)}Z"}`,
  'go slog': (n, bad) =>
    `time=2025-06-01T08:00:${two(n)}.120Z level=${bad ? 'ERROR' : 'INFO'} msg="order ${n} stored"`,
};

describe('layouts of logs', () => {
  test.each(Object.entries(layouts))(
    '%s: levels are counted and errors shown once, with their times',
    (_, make) => {
      const { kind, verdict, facts, explainsFailure } = understand(
        lines(60, (n) => make(n, n === 21 || n === 44)),
        { type: 'file', title: 'app.log' },
      );
      expect(kind).toBe('log');
      expect(verdict).toMatch(/\b2 (?:error|severe)/i);
      expect(verdict).toMatch(/\b58 (?:info|log|note)/i);
      expect(facts[0]).toMatch(/^22: .*order 21 stored \(one of 2 with other values/);
      expect(explainsFailure).toBe(true);
    },
  );

  test('the journal and syslog tell programs, and problems by their words', () => {
    const text = lines(60, (n) =>
      n % 20 === 7
        ? `Jun 01 08:00:${two(n)} host sshd[911]: error: maximum authentication attempts exceeded`
        : `Jun 01 08:00:${two(n)} host cron[${n}]: job ${n} done`,
    );
    const { verdict, facts } = understand(text, { command: 'journalctl -n 60' });
    expect(verdict).toBe('Jun 01 08:00:00 to 08:00:59, 3 error');
    expect(facts[0]).toMatch(/^8: error maximum authentication attempts exceeded \(one of 3 alike/);
    expect(facts).toContain('cron 57');
  });

  test('lines of a stack that was logged belong to their entry', () => {
    const text = lines(30, (n) =>
      n === 20
        ? '2025-06-01 08:00:20 ERROR failed\njava.lang.IllegalStateException: closed\n\tat org.example.Shop.store(Shop.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\nCaused by: java.io.IOException: no space left\n\t... 4 more'
        : `2025-06-01 08:00:${two(n)} INFO order ${n} stored`,
    );
    const { facts } = understand(text, { type: 'file', title: 'app.log' });
    expect(facts).toContain('java.lang.IllegalStateException: closed');
    expect(facts).toContain('at Shop.java:12 org.example.Shop.store');
    expect(facts).toContain('root cause: java.io.IOException: no space left');
  });

  test('Redis marks its levels by signs', () => {
    const text = lines(
      60,
      (n) =>
        `4711:M 01 Jun 2025 08:00:${two(n)}.120 ${n % 20 === 7 ? "# Can't save in background" : `* order ${n}`}`,
    );
    const { verdict, facts } = understand(text, { type: 'file', title: 'redis.log' });
    expect(verdict).toBe('01 Jun 2025 08:00:00 to 08:00:59, 3 warning, 57 notice');
    expect(facts[0]).toMatch(/^8: warning Can't save in background \(one of 3 alike/);
  });

  test('messages that differ in what they quote are one problem, without the fields behind them', () => {
    const text = lines(
      60,
      (n) =>
        `2025/06/01 08:00:${two(n)} [${n % 3 === 0 ? 'error' : 'info'}] 12#12: *${n} open() "/srv/${'abcdefghijklmnopqrst'[n / 3] ?? ''}.png" failed, client: 127.0.0.1, server: , request: "GET /${n}"`,
    );
    const { facts } = understand(text, { type: 'file', title: 'error.log' });
    expect(facts[0]).toBe(
      '1: error open() "/srv/a.png" failed (one of 20 with other values, 08:00:00 to 08:00:57)',
    );
  });

  test('a value that is a word of the keys is no key', () => {
    const text = lines(
      30,
      (n) =>
        `{"ts":"2025-06-01T08:00:${two(n)}Z","level":"error","msg":"sync failed","error":"pods \\"web-${n}\\" not found"}`,
    );
    expect(understand(text, { type: 'file', title: 'app.log' }).facts[0]).toMatch(
      /^1: error sync failed: pods "web-0" not found \(one of 30 with other values/,
    );
  });

  test('requests that a JSON log tells are reported with status and path', () => {
    const text = lines(
      30,
      (n) =>
        `{"level":"${n === 9 ? 'error' : 'info'}","time":"2025-06-01T08:00:${two(n)}Z","msg":"handled","url":"/orders","status":${n === 9 ? 500 : 200}}`,
    );
    expect(understand(text, { type: 'file', title: 'app.log' }).facts[0]).toMatch(
      /^10: error handled 500 \/orders/,
    );
  });

  test('an error of the server beside its requests is shown', () => {
    const requests = lines(
      300,
      (n) => `10.0.0.${n % 9} - - [26/Nov/2025:13:00:${two(n % 60)} +0000] "GET /b?q=${n} HTTP/1.1" 200 16`,
    );
    const error = '2025/11/26 13:04:01 [error] 31#31: *1 connect() failed (111: Connection refused)';
    const { kind, facts } = understand(`${requests}${error}\n${error}\n`, {
      command: 'cat access.log error.log',
    });
    expect(kind).toBe('access log');
    expect(facts).toContain(`301: ${error}`);
    expect(facts.filter((fact) => fact.includes('connect()'))).toHaveLength(1);
  });

  test('requests behind HAProxy are an access log', () => {
    const text = lines(
      60,
      (n) =>
        `Jun  1 08:00:${two(n)} lb haproxy[12]: 10.0.0.1:5000 [01/Jun/2025:08:00:${two(n)}.123] web app/srv1 0/0/1/${n}/${n} ${n % 20 === 4 ? 503 : 200} 1234 - - ---- 1/1/0/0/0 0/0 "GET /items HTTP/1.1"`,
    );
    const { kind, facts } = understand(text, { type: 'file', title: 'haproxy.log' });
    expect(kind).toBe('access log');
    expect(facts).toContain('503 ×3');
    expect(facts).toContain('GET /items 59 ms (line 60)');
  });

  test('an error that a trace tells is not reported again', () => {
    const entry = (n: number) =>
      n === 20
        ? '2025-06-01 08:00:20 ERROR java.lang.IllegalStateException: closed\n\tat org.example.Shop.store(Shop.java:12)'
        : `2025-06-01 08:00:${two(n)} INFO order ${n} stored`;
    const { facts } = understand(lines(30, entry), { type: 'file', title: 'app.log' });
    expect(facts.filter((fact) => fact.includes('IllegalStateException'))).toEqual([
      'java.lang.IllegalStateException: closed',
    ]);
  });

  test('several days are reported with their dates', () => {
    const text = lines(
      40,
      (n) => `2025-06-${two((n % 28) + 1)} 08:00:00 ${n === 39 ? 'ERROR' : 'INFO'} order ${n}`,
    );
    expect(understand(text, { type: 'file', title: 'app.log' }).verdict).toContain(
      '2025-06-01 08:00:00 to 2025-06-28 08:00:00',
    );
  });
});

describe('what logs tell beside their messages', () => {
  const entry = (n: number, more = {}) =>
    JSON.stringify({
      level: 'info',
      time: `2025-06-01T08:00:${two(n)}Z`,
      reqId: `r-${n}`,
      msg: 'stored',
      ...more,
    });
  const stack =
    'Error: no customer\n    at use (/app/node_modules/a/index.js:3:1)\n    at store (/app/lib/orders.js:12:7)';
  const trace =
    'Traceback (most recent call last):\n  File "/app/main.py", line 9, in main\n  File "/app/store.py", line 3, in put\nKeyError: 1';

  test.each([
    [
      'a code and a stack',
      { err: { message: 'no customer', stack, code: 'E_ORPHAN' } },
      'E_ORPHAN at orders.js:12',
    ],
    ['a code alone', { error: 'connect failed', code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
    ['a stack of Python', { exc_info: trace }, 'at store.py:3'],
  ])('%s of an error in JSON: they are reported with its line', (_, more, message) => {
    const text = lines(40, (n) => entry(n, n === 7 ? { level: 'error', msg: 'failed', ...more } : {}));
    const { facts } = understand(text, { type: 'file', title: 'app.log' });
    expect(facts).toContain(`8: ${message}`);
  });

  test('a number is no code, and without an error there is none', () => {
    const text = lines(40, (n) =>
      entry(n, { level: 'error', ...(n % 2 ? { code: 'E_ODD' } : { err: 'x', code: 500 }) }),
    );
    const { facts } = understand(text, { type: 'file', title: 'app.log' });
    expect(facts.filter((fact) => /^\d+: (?:E_ODD|500)/.test(fact))).toEqual([]);
  });

  test('the keys of a JSON log are named in their order', () => {
    const { facts } = understand(
      lines(40, (n) => entry(n, n === 3 ? { queue: 1 } : {})),
      { command: './run.sh' },
    );
    expect(facts).toContain('keys: level, time, reqId, msg, queue');
  });

  test('the trace behind the last entry comes first, with what lies between it and its cause', () => {
    const chained = [
      'Traceback (most recent call last):',
      '  File "/app/sync.py", line 3, in read',
      "KeyError: 'a'",
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/app/sync.py", line 5, in page',
      'Stale: a is gone',
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/app/sync.py", line 9, in main',
    ].join('\n');
    const log = (from: number) =>
      lines(30, (n) => `2025-06-01 08:00:${two(from + n)},120 INFO order ${n} stored`);
    const failed = '2025-06-01 08:00:30,120 ERROR page 3 failed\n';
    const { facts } = understand(
      `${log(0)}${failed}${chained}\nPageFailed: 3\n${log(31)}${chained}\nSyncFailed: all\n`,
      {
        command: 'python sync.py',
        exitCode: 1,
      },
    );
    expect(facts[0]).toBe('SyncFailed: all');
    expect(facts).toContain('through: Stale: a is gone at sync.py:5');
    expect(facts).toContain("46: PageFailed: 3 at sync.py:9 main, caused by KeyError: 'a' through Stale");
  });
});

describe('the fields of entries', () => {
  const time = (n: number) => `2025-06-01T08:00:${two(n)}Z`;
  const took = (n: number) => (n === 6 ? 9_120 : 10 + n);
  const status = (n: number) => (n % 20 === 3 ? 502 : 200);

  test.each<[string, (n: number) => string]>([
    [
      'JSON',
      (n) =>
        JSON.stringify({
          level: 'info',
          time: time(n),
          msg: 'served',
          status: status(n),
          took: `${took(n)}ms`,
        }),
    ],
    ['logfmt', (n) => `time=${time(n)} level=info msg="served" status=${status(n)} took=${took(n)}ms`],
    ['named values in text', (n) => `${time(n)} INFO served status=${status(n)} (took=${took(n)}ms)`],
  ])('%s: few values are counted, numbers have a span and the line of the greatest', (_, write) => {
    const { facts } = understand(lines(40, write), { type: 'file', title: 'app.log' });
    expect(facts).toContain('status: 200 ×38, 502 ×2');
    expect(facts).toContain('took: 10ms to 9120ms (line 7)');
  });

  test('those of objects inside are named with them, and what is cut ends nothing', () => {
    const text = `${lines(40, (n) => JSON.stringify({ level: 'info', time: time(n), msg: 'x', db: { pool: n % 2 ? 'a' : 'b' } }))}{"level":"info","ti`;
    expect(understand(text, { type: 'file', title: 'app.log' }).facts).toContain('db.pool: b ×20, a ×20');
  });

  test('what differs in each, and what few entries have, is no property of the log', () => {
    const text = lines(40, (n) => `${time(n)} INFO served id=r-${n}${n < 2 ? ' retry=1' : ''}`);
    const { facts } = understand(text, { type: 'file', title: 'app.log' });
    expect(facts.filter((fact) => /^(?:id|retry):/.test(fact))).toEqual([]);
  });

  test('a line of very many names counts some of them', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `k${n}=${n}`).join(' ');
    const { facts } = understand(
      lines(40, (n) => `${time(n)} INFO ${many}`),
      { type: 'file', title: 'app.log' },
    );
    expect(facts.filter((fact) => /^k\d+:/.test(fact)).length).toBeLessThanOrEqual(60);
  });
});

describe('what counts as one problem, and what an entry tells at the end', () => {
  const time = (n: number) => `2025-06-01T08:00:${two(n)}Z`;
  const file = { type: 'file', title: 'app.log' } as const;

  test('messages that differ in a named value are one problem', () => {
    const text = lines(
      40,
      (n) => `${time(n)} ${n % 4 ? 'INFO served' : `ERROR feed=${'abcdefghij'[n / 4]}x failed`}`,
    );
    expect(understand(text, file).facts[0]).toBe(
      '1: ERROR feed=ax failed (one of 10 with other values, 08:00:00 to 08:00:36)',
    );
  });

  test.each([
    [
      'JSON',
      (n: number, error: unknown) =>
        JSON.stringify({ level: 'debug', time: time(n), msg: 'scrape', err: error }),
    ],
    [
      'logfmt',
      (n: number, error: unknown) =>
        `ts=${time(n)} level=debug msg=scrape err=${error === null ? 'null' : `"${error}"`}`,
    ],
  ])(
    '%s: an entry with an error of its own is a problem whatever its level, one without is not',
    (_, write) => {
      const text = lines(40, (n) => write(n, n % 10 === 3 ? 'sample limit exceeded' : null));
      const { facts } = understand(text, file);
      expect(facts[0]).toMatch(/^4: debug scrape: sample limit exceeded \(one of 4 alike/);
      expect(
        understand(
          lines(40, (n) => write(n, null)),
          file,
        ).facts.filter((fact) => / alike/.test(fact)),
      ).toEqual([]);
    },
  );

  test('which server a proxy could not reach is reported', () => {
    const text = lines(
      40,
      (n) =>
        `2025/06/01 08:00:${two(n)} [error] 7#7: *${n} connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.0.${n}, server: shop, request: "GET /a HTTP/1.1", upstream: "http://10.0.9.9:80/a", host: "shop"`,
    );
    expect(understand(text, file).facts[0]).toBe(
      '1: error connect() failed (111: Connection refused) while connecting to upstream, upstream http://10.0.9.9:80 (one of 40 with other values, 08:00:00 to 08:00:39)',
    );
  });

  test('a sum near the end is reported, also one in fields that no other entry has', () => {
    const rows = (n: number) => `${time(n)} INFO item ${n} stored`;
    const text = `${lines(40, rows)}${time(41)} INFO run finished: 33 ok, 11 failed\n${time(42)} INFO bye\n`;
    expect(understand(text, file).facts).toContain('41: INFO run finished: 33 ok, 11 failed');
    const entry = (n: number, more = {}) =>
      JSON.stringify({ level: 'info', time: time(n), msg: 'stored', pid: 7, ...more });
    const objects = `${lines(40, (n) => entry(n))}${entry(41, { msg: 'draining', done: 68, failed: 6 })}\n${entry(42, { msg: 'bye' })}\n`;
    expect(understand(objects, file).facts).toContain('41: info draining done=68 failed=6');
  });
});

describe('what is no log', () => {
  test.each([
    [
      'source about errors',
      { type: 'file', language: 'typescript', path: 'log.ts' },
      recording('logs/log4js').text,
    ],
    [
      'a table of measurements',
      { type: 'file', path: 'data.txt' },
      lines(60, (n) => `2025-06-01 08:00:${two(n)} ${n} ${n * 2} ${n * 3}`),
    ],
    [
      'values behind dates and commas',
      { type: 'file', path: 'data.txt' },
      lines(60, (n) => `2025-06-01 08:00:${two(n)},${n},tea`),
    ],
    ['a document', { type: 'markdown', language: 'markdown', path: 'a.md' }, recording('logs/log4js').text],
    [
      'prose with a level in it',
      { type: 'file', path: 'notes.txt' },
      lines(60, () => 'We saw an ERROR yesterday, and INFO was lost.'),
    ],
    ['lines of other things', {}, lines(60, (n) => `step ${n} of the import`)],
  ] as const)('%s', (_, run, text) => {
    expect(understand(text, run).kind).toBe('general');
  });

  test('a log beside other output is a part, and levels alone are a last resort', () => {
    const recognised = (text: string, command: string) => {
      const evidence = {
        tool: 'run_pty_cmd',
        args: { command },
        type: 'terminal',
        title: command,
        language: null,
        firstLine: 1,
        programs: [{ name: command.split(' ')[0] ?? '', args: [] }],
        head: text,
        tail: text,
      } as const;
      return logs
        .filter(({ recognise }) => recognise(evidence))
        .map(({ kind, covers }) => `${kind} ${covers}`);
    };
    const { text } = recording('logs/log4js');
    expect(recognised(text, 'npm test')).toContain('log part');
    expect(recognised(text, 'cat app.log')).toContain('log all');
    expect(
      recognised(
        lines(20, (n) => `ERROR: step ${n}`),
        'npm test',
      ),
    ).toContain('log rest');
  });
});

describe('hostile logs', () => {
  test('ten thousand different errors are counted, and some held', () => {
    const word = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const text = lines(10_000, (n) => `2025-06-01 08:00:${two(n)} ERROR ${word(n)} broke`);
    const { verdict, sections } = understand(text, { type: 'file', title: 'app.log' });
    expect(verdict).toContain('10,000 ERROR');
    expect(Math.max(...sections.map(({ facts }) => facts.length))).toBeLessThanOrEqual(200);
  });

  test.each(['pino', 'python-logging', 'nginx-error', 'access-combined', 'syslog', 'java-gc'])(
    '%s cut anywhere is read without a fault',
    (name) => {
      const { text, command } = recording(`logs/${name}`);
      for (let end = 1; end < text.length; end += 1_009) understand(text.slice(0, end), { command });
      for (let start = 1; start < text.length; start += 1_511) understand(text.slice(start), { command });
    },
  );

  test('long lines of what formats look for are read in time that grows with them', () => {
    const pieces = [
      '{"level":',
      '"a":"\\',
      '[',
      '2025-06-01 ',
      'ERROR ',
      'level=',
      '"GET ',
      ' at (',
      'at a.b(',
      '#0 ',
      'File "',
    ];
    for (const piece of pieces) {
      const line = piece.repeat(Math.ceil(8_000 / piece.length));
      const text = lines(
        8,
        (n) => `2025-06-01 08:00:${two(n)} INFO x\n{"level":30,"time":1,"msg":"a"}\n ${line}\n${line}`,
      );
      understand(text, { type: 'file', title: 'app.log' });
      understand(line, { command: './run.sh', exitCode: 1 });
    }
  });

  test('logs one after another are told from the earliest to the latest, and what is first is', () => {
    const day = (date: string, minute: number, level: string) =>
      lines(60, (n) => `${date} 10:${two(minute)}:${two(n)} ${n === 0 ? level : 'INFO'} work ${n}`);
    const text = `${day('2025-11-26', 4, 'WARN')}${day('2025-11-24', 7, 'INFO')}`;
    const { verdict, facts, findings } = understand(text, {
      type: 'terminal',
      command: 'cat new.log old.log',
    });
    expect(verdict).toContain('2025-11-24 10:07:00 to 2025-11-26 10:04:59');
    expect(facts).toContain('2: INFO work 1');
    expect(findings.join('\n')).not.toContain('longest time');
  });
});
