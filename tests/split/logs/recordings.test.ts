import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/** Recordings longer than a view: what is recognised, and the lines that the view has. */
const views: Record<string, { kind: string; has: string[] }> = {
  'access-combined': {
    kind: 'access log',
    has: [
      '202 requests, 01/Jun/2025 08:00:01 to 08:05:43',
      'status: 200 ×179, 404 ×13, 401 ×5, 500 ×5',
      ' 12: GET /orders/5 500 (one of 5 with other values, 01/Jun/2025 08:00:20 to 08:05:16)',
      ' 4: POST /login 401 (one of 5 alike)',
      'most requested: GET / 120',
    ],
  },
  'access-dev': { kind: 'access log', has: ['202 requests, mean ', 'slowest: GET /slow '] },
  'access-tiny': { kind: 'access log', has: ['202 requests, mean ', 'slowest: GET /slow '] },
  asan: {
    kind: 'stack trace',
    has: [' AddressSanitizer: heap-buffer-overflow', ' own code at /tmp/demo/app/parse.c:6 copy'],
  },
  'cpp-terminate': {
    kind: 'stack trace',
    has: [" terminate called after throwing an instance of 'std::out_of_range'\n what():  map::at"],
  },
  'curl-verbose': {
    kind: 'http',
    has: ['HTTP/1.1 200 OK, 40 lines of the body', ' GET /rows.html HTTP/1.1', ' Content-Type: text/html'],
  },
  dpkg: {
    kind: 'log',
    has: ['by first word: status 45, configure 8, install 4', ' last: status not-installed spoon'],
  },
  gdb: {
    kind: 'stack trace',
    has: [' Program received signal SIGSEGV, Segmentation fault.', ' at parse.c:5 sum'],
  },
  go: {
    kind: 'stack trace',
    has: [
      ' panic: runtime error: index out of range [0] with length 0',
      ' at /tmp/demo/app/main.go:7 main.(*order).first, called at main.go:11',
    ],
  },
  java: {
    kind: 'stack trace',
    has: [
      ' java.lang.IllegalStateException: no total for 2 names\n at Shop.java:7 Shop.total',
      ' root cause: java.lang.NullPointerException: Cannot invoke',
      ' at Shop.java:3 Shop.price',
    ],
  },
  // Half of its lines are another program's.
  'java-gc': {
    kind: 'stack trace',
    has: [' java.lang.IllegalStateException: no total for 2 names'],
  },
  log4js: {
    kind: 'log',
    has: [
      '2025-06-01 08:00:00 to 08:02:20, 2 ERROR, 150 INFO, 50 TRACE, 202 lines',
      ' 61: ERROR db - deadlock found when trying to lock order 44; try restarting transaction (one of 2 with other values, 08:00:42 to 08:01:48)',
    ],
  },
  logfmt: {
    kind: 'log',
    has: [
      '8 error, 1 warning, 160 info, 160 debug',
      ' 24: error mail not sent: dial tcp 127.0.0.1:25: connection refused (one of 8 alike,',
    ],
  },
  'missing-files': {
    kind: 'command errors',
    has: [
      '60 errors',
      ' cat: No such file or directory ×60, first at 1: cat: notes/2025-06-1.md: No such file or directory',
    ],
  },
  'nginx-access': {
    kind: 'access log',
    has: ['status: 200 ×60, 502 ×10, 404 ×7, 403 ×3', 'GET /api/orders/6 502 (one of 10 with other values'],
  },
  'nginx-error': {
    kind: 'log',
    has: [
      '20 error, 80 info, 4 notice',
      'connect() failed (111: Connection refused)',
      '(one of 10 with other values, ',
    ],
  },
  'node-cause': {
    kind: 'stack trace',
    has: [
      ' Error: cannot start without a configuration\n at /tmp/demo/app/src/boot.js:4:57',
      ' root cause: SyntaxError: Unexpected token',
      ' at /tmp/demo/app/lib/config.js:2:15 readConfig',
    ],
  },
  php: {
    kind: 'stack trace',
    has: [' OutOfBoundsException: no price for cake\n at /tmp/demo/app/shop.php:3'],
  },
  pino: {
    kind: 'log',
    has: [
      '2025-06-01 08:00:00 to 08:00:43, 1 fatal, 3 error, 8 warn, 301 info, 313 lines',
      ' 17: error payment failed: card 13 has no expiry date (one of 3 with other values, 08:00:02 to 08:00:30)',
      ' 313: fatal no database left, giving up (08:00:43)',
    ],
  },
  'pino-pretty': {
    kind: 'log',
    has: ['1 ERROR, 120 INFO', ' RangeError: page 77 does not exist\n at /tmp/demo/app/src/pretty.js:4:90'],
  },
  'python-cause': {
    kind: 'stack trace',
    has: [
      ' ValueError: row 5 cannot be sold\n at /tmp/demo/app/orders.py:10 load',
      " root cause: KeyError: 'price'\n at orders.py:3 price, called at orders.py:8",
    ],
  },
  'python-context': {
    kind: 'stack trace',
    has: [
      ' own code at /tmp/demo/app/deep.py:10 start',
      " root cause: FileNotFoundError: [Errno 2] No such file or directory: 'settings.json'\n at deep.py:3 read, called at deep.py:8",
    ],
  },
  'python-logging': {
    kind: 'log',
    has: [
      '1 CRITICAL, 4 ERROR, 3 WARNING, 200 INFO, 199 DEBUG, 4 stack traces, 435 lines',
      ' ZeroDivisionError: division by zero (one of 4 alike)\n at /tmp/demo/app/service.py:12 divide',
      ' 93: ERROR order 45 failed (one of 4 with other values, 08:04:39 to 08:18:24)',
    ],
  },
  ruby: { kind: 'stack trace', has: [' key not found: "cake" (KeyError)\n at shop.rb:2'] },
  'rust-backtrace': { kind: 'stack trace', has: [' every name has a price\n at stuck.rs:2:80'] },
  syslog: {
    kind: 'log',
    has: [
      '3 err, 4 warn, 60 notice',
      ' 10: err Out of memory: Killed process 4007 (worker) total-vm:8123kB (one of 3 with other values',
      'by source: backup 60, sshd 4, kernel 3',
    ],
  },
  valgrind: {
    kind: 'valgrind',
    has: [
      '24 errors from 6 contexts, definitely lost 4 bytes in 1 blocks',
      ' Process terminating with default action of signal 11 (SIGSEGV) at sum (parse.c:5)',
      ' Invalid write of size 1 at copy (parse.c:6)\n',
    ],
  },
  winston: {
    kind: 'log',
    has: [
      '2 error, 4 warn, 23 info, 220 debug',
      ' 133: error importer: row 117 refused: constraint "price_positive" violated (one of 2 with other values',
    ],
  },
};

describe('logs, stack traces and errors of commands, recorded', () => {
  test.each(Object.entries(views))(
    '%s: what went wrong, how often and where is reported',
    async (name, { kind, has }) => {
      const { tool, args, exitCode, bytes } = recording(`logs/${name}`);
      const view = await splitRecording({ tool, args, exitCode, bytes, level: 'balanced' });
      expect(view.kind).toBe(kind);
      for (const part of has) expect(view.text).toContain(part);
      expect(view.tokens).toBeLessThanOrEqual(400);
    },
  );

  test('curl-refused: what is short stays whole', async () => {
    const { tool, args, exitCode, bytes } = recording('logs/curl-refused');
    const view = await splitRecording({ tool, args, exitCode, bytes, level: 'balanced' });
    expect(view.kind).toBe('whole');
  });
});
