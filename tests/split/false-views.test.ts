import { describe, expect, test } from 'vitest';
import { splitRecording } from '#scripts/split/split-recording.ts';
import { lines, viewOfCommand as viewOf } from '../support/view-of-command.ts';

describe('what looks like matches and is none', () => {
  test('a program that logs its own places', async () => {
    const waiting = (at: number) => `wait.go:48: waiting for node ${at}`;
    const text = `${lines(60, waiting)}api.example:443: connection refused\n${lines(20, waiting)}`;
    const { text: view, kind } = await viewOf('kubectl logs web-1', text);
    expect(kind).toBe('general');
    expect(view).not.toContain('matches');
    expect(view).toContain(' 61: api.example:443: connection refused');
  });

  test('hosts with their ports', async () => {
    const text = lines(60, (at) => `db-${at}.internal:443: connection refused`);
    expect((await viewOf('./probe', text, 1)).text).not.toContain('matches');
  });

  test('matches of a search that is not named are matches', async () => {
    const text = lines(60, (at) => `lib/shelf-${at % 6}.ts:${at + 1}: const parcels = ${at};`);
    expect((await viewOf('./find.sh', text)).kind).toBe('matches');
  });
});

describe('what ended a run', () => {
  test('a panic is a failure like others', async () => {
    const text =
      `${lines(40, (at) => `=== RUN   TestA${at}\n--- PASS: TestA${at} (0.00s)`)}` +
      '=== RUN   TestB\n    b_test.go:12: want 3, got 4\n--- FAIL: TestB (0.00s)\n=== RUN   TestD\n' +
      'panic: runtime error: index out of range [5] with length 3\n\ngoroutine 34 [running]:\n' +
      'example.test/shop.pick(...)\n\t/srv/shop/pick.go:31\nFAIL\texample.test/shop\t0.012s\nFAIL\n';
    const { text: view } = await viewOf('go test -v ./...', text, 1);
    expect(view).toMatch(/^go test -v \.\/\.\.\.: exit 1, 2 failed, 40 passed/);
    expect(view).toMatch(/TestD: panic: runtime error: index out of range/);
  });

  test('the cause of a rollback comes before what only follows from it', async () => {
    const follow = (at: number) =>
      `psql:m.sql:${72 + at}: ERROR:  current transaction is aborted, commands ignored until end of transaction block`;
    const text =
      `BEGIN\n${lines(60, () => 'ALTER TABLE')}psql:m.sql:71: ERROR:  could not create unique index "parcels_code_key"\n` +
      `DETAIL:  Key (code)=(AB-12) is duplicated.\n${lines(50, follow)}ROLLBACK\n`;
    const { text: view } = await viewOf('psql -f m.sql', text, 3);
    expect(view).toContain('could not create unique index "parcels_code_key"');
    expect(view).toContain('Key (code)=(AB-12) is duplicated.');
    expect(view).toMatch(/^ 114: ROLLBACK$/m);
  });

  test('a pull that is refused, a port in use', async () => {
    const refused = 'Error response from daemon: pull access denied for shop/mail, repository does not exist';
    const pulled = `${lines(50, (at) => ` db-${at % 5} Pulling fs layer`)}${refused}\n`;
    expect((await viewOf('docker compose up -d', pulled, 1)).text).toContain(refused);
    const started = `${lines(40, (at) => `loading route ${at} of 40`)}Error: listen EADDRINUSE: address already in use :::3000\n    at Server.listen (node:net:2102:7)\n    at Object.<anonymous> (/srv/shop/server.js:12:8)\n`;
    expect((await viewOf('npm start', started, 1)).text).toContain('address already in use :::3000');
  });

  test('the two sides of a deadlock in a dump of threads', async () => {
    const thread = (at: number) =>
      `"http-worker-${at}" #${at} prio=5 tid=0x00007f\n   java.lang.Thread.State: BLOCKED (on object monitor)\n\tat shop.Cache.get(Cache.java:14)\n`;
    const text = `${lines(30, thread)}Found one Java-level deadlock:\n====\n"settle-1":\n  waiting to lock monitor 0x0e, held by "refund-3"\n\n"refund-3":\n  waiting to lock monitor 0x0f, held by "settle-1"\n\nFound 1 deadlock.\n`;
    const { text: view } = await viewOf('jstack 12', text);
    for (const part of ['Found one Java-level deadlock', 'held by "refund-3"', 'held by "settle-1"'])
      expect(view).toContain(part);
    expect(view).not.toContain('stack traces');
  });

  test('a traceback that the program survived is not reported as its end', async () => {
    const text =
      `${lines(40, (at) => `step ${at} done`)}Traceback (most recent call last):\n  File "/srv/nightly.py", line 12, in send\n` +
      `    raise TimeoutError("no answer")\nTimeoutError: no answer\nmail is sent tomorrow, going on\n` +
      `${lines(40, (at) => `step ${40 + at} done`)}nightly: no space left on /srv/backup\n`;
    const { text: view } = await viewOf('python3 nightly.py', text, 2);
    expect(view).toMatch(/^python3 nightly\.py: exit 2, it went on after the stack trace at line 44/);
    expect(view).toContain('nightly: no space left on /srv/backup');
  });
});

describe('behind a report that tells all of its run', () => {
  const pytest =
    `============================= test session starts ==============================\ncollected 60 items\n\n${lines(10, (at) => `tests/test_m${at}.py ${at === 4 ? '..F...' : '......'}         [${String((at + 1) * 10).padStart(3)}%]`)}` +
    '\n=================================== FAILURES ===================================\n____________ test_x ____________\n\n    def test_x():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntests/test_m4.py:9: AssertionError\n' +
    '=========================== short test summary info ============================\nFAILED tests/test_m4.py::test_x - assert 1 == 2\n========================= 1 failed, 59 passed in 3.21s =========================\n';

  test('what ended the command is reported', async () => {
    const killed = `${pytest}Fatal Python error: Segmentation fault\n\nSegmentation fault (core dumped)\n`;
    expect((await viewOf('pytest', killed, 139)).text).toContain('Segmentation fault (core dumped)');
    const migrated = `${pytest}Traceback (most recent call last):\n  File "/app/manage.py", line 22, in <module>\n    main()\ndjango.db.utils.OperationalError: canceling statement due to lock timeout\n`;
    expect((await viewOf('pytest; python manage.py migrate', migrated, 1)).text).toContain(
      'canceling statement due to lock timeout',
    );
    expect((await viewOf('pytest', pytest, 1)).text.split('\n').length).toBeLessThanOrEqual(5);
  });

  test('a run that died tells no count that contradicts itself', async () => {
    const text = `${lines(60, (at) => `PASS src/mod${at}.test.ts`)}FAIL src/cart.test.ts\n  ● Cart › applies coupon\n\n    expect(received).toBe(expected)\n\n    Expected: 90\n    Received: 100\n\n      at Object.<anonymous> (src/cart.test.ts:14:24)\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\nAborted (core dumped)\n`;
    const { text: view } = await viewOf('npx jest', text, 134);
    expect(view).toMatch(/^npx jest: exit 134, at least 1 failed, stopped before its report/);
    expect(view).toContain('JavaScript heap out of memory');
  });
});

describe('what is counted', () => {
  test('a script of SQL ends with its last statement', async () => {
    const rows = lines(30, (at) => ` st${at} | ${at * 3}`);
    const text = `BEGIN\nALTER TABLE\nUPDATE 48210\nUPDATE 12\nDELETE 3991\n status | count\n--------+-------\n${rows}(30 rows)\n\nINSERT 0 77\nROLLBACK\n`;
    expect((await viewOf('psql -f migrate.sql', text)).text).toMatch(/^ ROLLBACK$/m);
  });

  test('tables of two files are two tables; a row without a measurement is no header', async () => {
    const sales = `item,price,sold\n${lines(40, (at) => `i${at},${at + 2},${at % 7}`)}`;
    const stores = `shop,opened,staff\n${lines(30, (at) => `s${at},${2_000 + at},${at % 5}`)}`;
    const { text: view } = await viewOf('cat a.csv b.csv', sales + stores);
    expect(view).toContain('exit 0, 2 tables, 70 rows');
    expect(view).toMatch(/40 rows: item, price, sold[\s\S]*30 rows: shop, opened, staff/);
  });

  test('cells that are no numbers are reported beside the sum of those that are', async () => {
    const rows = lines(200, (at) => `h${at},${at % 40 === 7 ? 'timeout' : (at % 9) + 1}`);
    const { text: view } = await viewOf('cat lat.csv', `host,latency_ms\n${rows}`);
    expect(view).toMatch(/latency_ms: 1 to 9.*, 5 no number \(timeout, …\)/);
  });

  test('sums of parts are no parts', async () => {
    const part = (name: string) => `${lines(12, (at) => `${name},${(at + 1) * 10}`)}${name} total,780\n`;
    const text = `region,sales\n${part('EU')}${part('US')}Grand total,1560\n`.repeat(1);
    expect((await viewOf('cat r.csv', text)).text).toContain('sum 1,560');
  });

  test('a file whose long path is shortened is one file', async () => {
    const stat = lines(
      40,
      (at) => ` .../dashboard/charts/Chart${at}.tsx | ${at + 1} ${'+'.repeat((at % 9) + 1)}`,
    );
    const modes = lines(40, (at) => ` create mode 100644 packages/app/src/dashboard/charts/Chart${at}.tsx`);
    const text = `Updating a1b2c3d..d4e5f6a\nFast-forward\n${stat} 40 files changed, 820 insertions(+)\n${modes}`;
    expect((await viewOf('git merge origin/main', text)).text).toMatch(/exit 0, 40 files, \+820/);
  });

  test('a round of tsc -w replaces the one before', async () => {
    const text =
      `[10:00:00 AM] Starting compilation in watch mode...\n\n${lines(20, (at) => `src/a${at}.ts(3,1): error TS2304: Cannot find name 'x${at}'.`)}` +
      '\n[10:00:05 AM] Found 20 errors. Watching for file changes.\n\n' +
      '[10:01:00 AM] File change detected. Starting incremental compilation...\n\n[10:01:02 AM] Found 0 errors. Watching for file changes.\n';
    expect((await viewOf('npx tsc -w', text)).text).toMatch(/^npx tsc -w: exit 0, 0 errors$/m);
    const again = text.replace('Found 0 errors', "src/b.ts(1,1): error TS1005: ';' expected.\nFound 1 error");
    expect((await viewOf('npx tsc -w', again)).text).toMatch(/^npx tsc -w: exit 0, 1 error in 1 file$/m);
  });

  test('a row that is the sum of the others is not added to them', async () => {
    const rows = lines(60, (at) => `r${at},${10 + at},${1_000 + at * 7}`);
    const { text: view } = await viewOf('cat sales.csv', `region,orders,customer_id\n${rows}TOTAL,2370,\n`);
    expect(view).toContain(' orders: 10 to 69 (region r59), sum 2,370');
    expect(view).toMatch(/^ customer_id: 1000 to 1413$/m);
  });

  test('what only tells rows apart is not added up', async () => {
    const rows = lines(60, (at) => `${at + 3},${20_000 + at * 11},${1_990 + (at % 9)},${at}`);
    const { text: view } = await viewOf('cat a.csv', `order_id,zip,year,weight\n${rows}`);
    expect(view.match(/sum/g)).toHaveLength(1);
    expect(view).toMatch(/weight: .*sum 1,770/);
  });

  test('each of two tables has its own columns', async () => {
    const text =
      `CONTAINER ID   IMAGE     STATUS    NAMES\n${lines(30, (at) => `a${String(at).padStart(11, '0')}   web:${at % 9}     Up 3 h    web-${at}`)}` +
      `REPOSITORY          TAG       IMAGE ID       SIZE\n${lines(30, (at) => `shop/web${String(at).padEnd(12)}${at % 9}.0       abcdef${at % 9}        100MB`)}`;
    const { text: view } = await viewOf('docker ps; docker images', text);
    expect(view).toContain('2 tables, 60 rows');
    expect(view).toMatch(/CONTAINER ID, IMAGE, STATUS, NAMES/);
    expect(view).toMatch(/REPOSITORY, TAG, IMAGE ID, SIZE/);
  });

  test('folders at the depth where du ends are not reported as files', async () => {
    const text = `${lines(60, (at) => `${100 + at}\t./${at % 2 ? `folder${at}` : `file${at}.txt`}`)}4000\t.\n`;
    expect((await viewOf('du -a -d 1 .', text)).text).not.toMatch(/largest files/);
    expect((await viewOf('du -a .', text)).text).toMatch(/largest files/);
  });

  test('what names an error or counts none is no error', async () => {
    const text = `${lines(60, (at) => `linked gzerror-${at}.o`)}unexpected_error_replies:0\nℹ fail 0\nerrors: 0\n${lines(20, (at) => `step ${at}`)}`;
    expect((await viewOf('./report', text)).text).not.toMatch(/mention/);
  });
});

test('a class with braces in its heading and members whose names are worked out keeps them', async () => {
  const source =
    "export class Store<T extends { id: string }> extends Base<{ a: number }> implements Iterable<T> {\n  constructor(readonly name: string) {\n    super();\n  }\n\n  [Symbol.iterator]() {\n    return this.items.values();\n  }\n\n  ['get-' + name](id: string): T | null {\n    return null;\n  }\n\n  find<U extends { id: string }>(id: U): { at: number } {\n    return { at: 1 };\n  }\n\n  add(item: T): void {}\n}\n" +
    lines(120, (at) => `export const c${at} = ${at};`);
  const { text: view } = await splitRecording({
    tool: 'read_file',
    args: { path: 'src/store.ts' },
    exitCode: null,
    bytes: Buffer.from(source),
    level: 'balanced',
  });
  expect(view).toContain('class Store:1 constructor:2 [Symbol.iterator]:6 [computed]:10 find:14 add:18');
});
