import { describe, expect, test } from 'vitest';
import { lines, viewOfCommand } from '#tests/support/view-of-command.ts';

const viewOf = async (command: string, text: string, exitCode = 0) =>
  (await viewOfCommand(command, text, exitCode)).text;

describe('amounts in several currencies or units have no sum', () => {
  const currency = (at: number) => ['EUR', 'USD', 'JPY'][at % 3];

  test('in a table', async () => {
    const rows = (of: (at: number) => unknown) =>
      `account,balance,currency\n${lines(60, (at) => `a${at},${at * 3 + 10},${of(at)}`)}`;
    expect(await viewOf('cat b.csv', rows(currency))).toMatch(/balance: 10 to 187 \(account a59\)$/m);
    expect(
      await viewOf(
        'cat b.csv',
        rows(() => 'EUR'),
      ),
    ).toContain('sum 5,910');
  });

  test('in JSON', async () => {
    const costs = (of: (at: number) => unknown) =>
      JSON.stringify(Array.from({ length: 60 }, (_, at) => ({ id: `a${at}`, cost: at + 0.5, unit: of(at) })));
    expect(await viewOf('az costs', costs(currency))).not.toContain('sum');
    expect(
      await viewOf(
        'az costs',
        costs(() => 'EUR'),
      ),
    ).toContain('cost: sum 1,800');
  });
});

describe('rows of a table', () => {
  test('do not hold the rule below the names', async () => {
    const rows = lines(
      60,
      (at) =>
        `${90_000 + at}        sim${String(at).padEnd(7)} ${at % 20 === 7 ? 'FAILED    ' : 'COMPLETED '}`,
    );
    const text = `JobID        JobName    State     \n------------ ---------- ----------\n${rows}`;
    const view = await viewOf('sacct -S today', text);
    expect(view).toContain('exit 0, 60 rows');
    expect(view).toContain('State: COMPLETED ×57, FAILED ×3');
  });

  test('whose cells are wrapped are one row', async () => {
    const rule = '+----+------------------+------+\n';
    const row = (at: number) =>
      `| ${String(at).padStart(2)} | Widget ${String(at).padEnd(9)} | ${String(at * 3).padStart(4)} |${at % 2 ? '\n|    | (spare parts)    |      |' : ''}`;
    const text = `${rule}| id | description      | qty  |\n${rule}${lines(40, row)}${rule}40 rows in set (0.01 sec)\n`;
    expect(await viewOf('mysql -t', text)).toContain('exit 0, 40 rows');
  });

  test('do not hold what a program says between them', async () => {
    const message = 'error: the server was unable to return a response in the time allotted';
    const row = (at: number) => `web-${String(at).padEnd(4)}${at % 5}/5     5            ${at % 5}`;
    const text = `NAME    READY   UP-TO-DATE   AVAILABLE\n${lines(41, (at) => (at === 30 ? message : row(at)))}`;
    const view = await viewOf('kubectl get deploy --watch', text);
    expect(view).toContain('exit 0, 40 rows');
    expect(view).toContain(` 32: ${message}`);
  });
});

test('integers that a number would round are exact', async () => {
  const items = Array.from({ length: 40 }, (_, at) => `{"name":"n${at}","tweet":9007199254740990${10 + at}}`);
  expect(await viewOf('cat ids.json', `[${items.join(',')}]`)).toContain(
    '900,719,925,474,099,010 to 900,719,925,474,099,049',
  );
});

test('problems in XML have the file that their element names', async () => {
  const file = (at: number) =>
    `<file name="src/F${at}.java">${at % 3 ? `<error line="${at}" severity="error" message="Missing Javadoc ${at}"/>` : ''}</file>`;
  const text = `<?xml version="1.0"?>\n<checkstyle version="10">\n${lines(40, file)}</checkstyle>\n`;
  const view = await viewOf('cat checkstyle.xml', text);
  expect(view).toMatch(/^26 problems:$/m);
  expect(view).toContain('src/F1.java Missing Javadoc 1 (error)');
});

describe('several results of one query session', () => {
  const framed = (names: readonly string[], rows: string) =>
    `┌${names.map(() => '──────').join('┬')}┐\n│ ${names.join(' │ ')} │\n├${names.map(() => '──────').join('┼')}┤\n${rows}└${names.map(() => '──────').join('┴')}┘\n`;
  const first = (row: (at: number) => string) => lines(60, row);

  test('in frames are tables of their own', async () => {
    const text =
      framed(
        ['id', 'cust', 'amt'],
        first((at) => `│ ${at} │ c${at % 7} │ ${at}.5 │`),
      ) +
      framed(['n', 'sum'], '│ 60 │ 1800.0 │\n') +
      framed(
        ['id', 'cust'],
        first((at) => `│ ${at} │ c${at % 3} │`),
      );
    const view = await viewOf('sqlite3 -box shop.db', text);
    expect(view).toContain('3 tables, 121 rows');
    expect(view).toContain('60 rows: id, cust, amt');
    expect(view).not.toContain('more or fewer');
  });

  test('below rules of dashes are tables of their own', async () => {
    const text = `id  cust  amt\n--  ----  ----\n${first((at) => `${String(at).padEnd(2)}  c${at % 7}    ${at}.5`)}n   sum   \n--  ------\n60  1800.0\nid  cust\n--  ----\n${first((at) => `${String(at).padEnd(2)}  c${at % 3}  `)}`;
    expect(await viewOf('sqlite3 -column -header shop.db', text)).toContain('3 tables, 121 rows');
  });

  test('as CSV are tables of their own, and a message between rows is no row', async () => {
    const text = `id,cust,amt\n${first((at) => `${at},c${at % 7},${at}.5`)}n,sum(amt)\n60,1800.0\nid,cust\n${first((at) => `${at},c${at % 3}`)}Error: in prepare, no such column: nosuch\n`;
    const view = await viewOf('sqlite3 -csv -header shop.db', text);
    expect(view).toContain('3 tables, 121 rows');
    expect(view).toContain('no such column: nosuch');
  });
});

describe('the only row with a value is named', () => {
  const pods = (ready: (at: number) => string, restarts: (at: number) => number) =>
    `NAME    READY   STATUS    RESTARTS   AGE\n${lines(60, (at) => `web-${at + 10}  ${ready(at)}     Running   ${restarts(at)}          5d`)}`;

  test('by its text or its number', async () => {
    const view = await viewOf(
      'kubectl get pods',
      pods(
        (at) => (at === 12 ? '0/1' : '1/1'),
        (at) => (at === 30 ? 41 : 0),
      ),
    );
    expect(view).toContain('READY: 1/1 ×59, 0/1 ×1 (NAME web-22)');
    expect(view).toContain('RESTARTS: 0 to 41 (NAME web-40), sum 41');
  });

  test('and what many rows share has no owner', async () => {
    const view = await viewOf(
      'kubectl get pods',
      pods(
        () => '1/1',
        (at) => (at === 30 ? 1 : 3),
      ),
    );
    expect(view).toContain('RESTARTS: 1 (NAME web-40) to 3, sum 178');
  });
});

test('a message between the rows of df ends no table', async () => {
  const rows = (from: number) =>
    lines(
      40,
      (at) => `/dev/sd${from + at}    1000    ${at}0    ${1_000 - at * 10}    ${at}% /mnt/v${from + at}`,
    );
  const head = 'Filesystem     1K-blocks     Used Available Use% Mounted on\n';
  const view = await viewOf('df -a', `${head}${rows(100)}df: /mnt/nfs: Stale file handle\n${rows(140)}`, 1);
  expect(view).toContain('80 rows');
  expect(view).toContain('df: /mnt/nfs: Stale file handle');
});

test('of a list that is sorted, the top rows are shown', async () => {
  const rows = lines(60, (at) => `fn${at},${200 - at * 3},${at % 4}`);
  const view = await viewOf('cat profile.csv', `name,millis,calls\n${rows}`);
  expect(view).toMatch(/first \(line 2\): fn0, 200, 0\n(?:.*\n)*? then \(line 3\): fn1, 197, 1/);
});

test('of records with a rare state, each is named', async () => {
  const records = Array.from({ length: 40 }, (_, at) => ({
    title: `INC-${at + 100} billing: outage number ${at} of the year`,
    status: at % 13 === 5 ? 'open' : 'resolved',
    minutes: at * 7,
  }));
  const view = await viewOf('curl incidents', JSON.stringify(records, null, 1));
  expect(view).toContain('status: resolved ×37, open ×3 (INC-105, INC-118, INC-131)');
});
