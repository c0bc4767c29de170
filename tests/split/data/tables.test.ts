import { describe, expect, test } from 'vitest';
import { understandCommand, understandFile } from './understand.ts';

describe('CSV', () => {
  test('cells in quotes hold delimiters, quotes and line ends', () => {
    const text = 'name,note,count\n"a, b","says ""hi""\nand more",3\nc,d,4\n';
    const { verdict, facts } = understandFile('notes.csv', null, text);
    expect(verdict).toMatch(/^2 rows, 3 columns/);
    expect(facts).toContain('count: 3 to 4 (name c), sum 7');
    expect(facts).toContain('first (line 2): a, b, says "hi" and more, 3');
  });

  test.each([
    ['tabs', 'a\tb\tc', '\t'],
    ['semicolons', 'a;b;c', ';'],
    ['bars', 'a|b|c', '|'],
  ])('the delimiter is found: %s', (_, header, delimiter) => {
    const rows = Array.from({ length: 10 }, (_, at) => [at, `x${at}`, at * 2].join(delimiter));
    expect(understandFile('x.csv', null, `${[header, ...rows].join('\n')}\n`).facts).toContain(
      'columns: a, b, c',
    );
  });

  test('without names the columns are numbered, and no row is lost', () => {
    const rows = Array.from({ length: 10 }, (_, at) => `${at},2026-01-0${(at % 9) + 1},${at * 2}`);
    const { verdict, facts } = understandFile('x.csv', null, rows.join('\n'));
    expect(verdict).toMatch(/^10 rows/);
    expect(facts).toContain('columns: column 1, column 2, column 3');
  });

  test('a part that begins further down has no names in its first line', () => {
    const { facts } = understandFile('x.csv', null, 'red,big,old\nblue,small,new\n', { firstLine: 40 });
    expect(facts).toContain('first (line 40): red, big, old');
  });

  test('rows of another length are reported', () => {
    const { facts } = understandFile('x.csv', null, `a,b\n${'1,2\n'.repeat(20)}1,2,3\n`);
    expect(facts).toContainEqual(
      expect.stringContaining('1 row has more or fewer than 2 cells, the first at line 22: '),
    );
  });

  test('empty cells, identifiers and years are no sums', () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `${at * 3},${2000 + at * 2},${at % 2 === 0 ? '' : 'x'}`,
    );
    const { facts } = understandFile('x.csv', null, `id,year,mark\n${rows.join('\n')}`);
    expect(facts).toContain('id: 0 to 33');
    expect(facts).toContain('year: 2000 to 2022');
    expect(facts).toContain('mark: x ×6, 6 empty');
  });

  test('a column of many values tells how many, and the most frequent ones', () => {
    const rows = Array.from({ length: 600 }, (_, at) => `x${at},s${at % 2 === 0 ? 0 : at % 60}`);
    const { facts } = understandFile('x.csv', null, `name,state\n${rows.join('\n')}`);
    expect(facts).toContain('state: 31 values, s0 ×300, s1 ×10, s3 ×10, … 28 more');
  });

  test.each([
    ['98%', '7%', '40%', 'used: 7% to 98% (name a)'],
    ['4.0K', '1.5G', '900M', 'used: 4.0K to 1.5G (name b)'],
    ['1000KB', '1023KiB', '1MiB', 'used: 1000KB to 1MiB (name c)'],
    ['3h20m', '12d', '45s', 'used: 45s to 12d (name b)'],
    ['0', '12ms', '2µs', 'used: 0 to 12ms (name b)'],
  ])('quantities are compared by their unit, and reported as they stand: %s, %s, %s', (a, b, c, fact) => {
    const { facts } = understandFile('x.csv', null, `name,used\na,${a}\nb,${b}\nc,${c}\n`);
    expect(facts).toContain(fact);
  });

  test.each([
    ['a plain number beside them', '5', '7%'],
    ['another kind', '5K', '7%'],
  ])('no span is reported of quantities and %s', (_, a, b) => {
    const { facts } = understandFile('x.csv', null, `name,used\na,${a}\nb,${b}\n`);
    expect(facts.filter((fact) => fact.startsWith('used:'))).toEqual([]);
  });

  test('extremes are reported as they stand', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `x${at},${at * 1.23456 - 5}`);
    const { facts } = understandFile('x.csv', null, `name,latitude\n${rows.join('\n')}`);
    expect(facts).toContain('latitude: -5 to 4.8765 (name x8)');
  });

  test.each([
    ['prose', 'First, we go, then we stay.\nAfter, it rains, and we wait.\n'.repeat(10)],
    ['code', 'call(a, b, c);\ncall(d, e, f);\n'.repeat(10)],
    ['a log', '10:00:01,123 started, ready, waiting\n10:00:02,123 a, b, c\n'.repeat(10)],
  ])('%s is no CSV', (_, text) => {
    expect(understandCommand('./run.sh', text).kind).toBe('general');
  });

  test('100,000 rows are counted whole', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},${at % 7}`);
    const { verdict, facts } = understandFile('x.csv', null, `id,hits\n${rows.join('\n')}\n`, {
      pieceCharacters: 60_000,
    });
    expect(verdict).toMatch(/^100,000 rows, 2 columns/);
    expect(facts).toContain('hits: 0 to 6, sum 299,995');
  });

  test('a quote that never ends takes no more than a row', () => {
    const { verdict } = understandFile('x.csv', null, `a,b\n"${'\n""'.repeat(100_000)}`);
    expect(verdict).toMatch(/rows?, 2 columns/);
  });
});

describe('tables of results', () => {
  test('a short table is summarized by the names of its rows', () => {
    const rows = ['carts', 'orders', 'parcels', 'users'].map(
      (name) => ` public | ${name.padEnd(8)} | table | demo`,
    );
    const text = ` Schema |   Name   | Type  | Owner\n--------+----------+-------+------\n${rows.join('\n')}\n(4 rows)\n`;
    const { verdict, facts } = understandCommand('psql -c "\\dt"', text);
    expect(verdict).toBe('4 rows');
    expect(facts).toContain('Name: carts, orders, parcels, users');
  });

  test('rows that are columns of another table are its declaration', () => {
    const rows = [
      '| id    | int(11)      | NO   | PRI | NULL    | auto_increment |',
      '| name  | varchar(255) | YES  |     | NULL    |                |',
    ];
    const frame = '+-------+--------------+------+-----+---------+----------------+';
    const head = '| Field | Type         | Null | Key | Default | Extra          |';
    const { verdict, facts } = understandCommand(
      'mysql shop -e "describe carts"',
      [frame, head, frame, ...rows, frame, ''].join('\n'),
    );
    expect(verdict).toBe('2 columns');
    expect(facts).toEqual(['id int(11) not null primary key', 'name varchar(255)']);
  });

  test('rows whose state is bad are summarized by name', () => {
    const text = [
      'NAME          READY   STATUS             RESTARTS      AGE',
      'cart-1        1/1     Running            0             12d',
      'checkout-1    0/1     CrashLoopBackOff   7 (3m ago)    2d',
      'search-1      1/1     Running            0             12d',
      'web-1         1/1     Running            0             12d',
      '',
    ].join('\n');
    const { kind, verdict, facts } = understandCommand('kubectl get pods', text);
    expect(kind).toBe('table');
    expect(verdict).toBe('4 rows');
    expect(facts[0]).toBe('checkout-1 CrashLoopBackOff (0/1, 7 (3m ago), 2d)');
    expect(facts).toContain('columns: NAME, READY, STATUS, RESTARTS, AGE');
  });

  test('rows of several namespaces are named with theirs', () => {
    const text = [
      'NAMESPACE   NAME         READY   STATUS             RESTARTS   AGE',
      'shop        checkout-1   0/1     CrashLoopBackOff   7          2d',
      'shop        web-1        1/1     Running            0          12d',
      'tools       web-1        1/1     Running            2          12d',
      '',
    ].join('\n');
    const { facts } = understandCommand('kubectl get pods -A', text);
    expect(facts[0]).toBe('shop/checkout-1 CrashLoopBackOff (0/1, 7, 2d)');
    expect(facts).toContain('RESTARTS: 0 to 7 (NAME checkout-1), sum 9');
  });

  test('tables in the output of a script are known by their names, and end where their rows do', () => {
    const text = [
      '== df',
      'Filesystem     Type   Size  Used Avail Use% Mounted on',
      '/dev/vda       ext4   252G   26G   77G  25% /',
      'tmpfs          tmpfs  400M  341M   60M  86% /mnt',
      '== inodes',
      'Filesystem       Inodes  IUsed    IFree IUse% Mounted on',
      '/dev/vda       16777216 528943 16248273    4% /',
      'tmpfs              6000   5847      153   98% /mnt',
      '== du',
      '140M\t/mnt',
      '',
    ].join('\n');
    const { verdict, facts } = understandCommand('./triage.sh', text);
    expect(verdict).toMatch(/^2 tables, 4 rows/);
    expect(facts).toContain('4: tmpfs | tmpfs | 400M | 341M | 60M | 86% | /mnt');
    expect(facts).toContain('8: tmpfs | 6000 | 5847 | 153 | 98% | /mnt');
  });

  test('the two tables of netstat are two', () => {
    const text = [
      'Active Internet connections (w/o servers)',
      'Proto Recv-Q Send-Q Local Address           Foreign Address         State',
      'tcp        0    512 127.0.0.1:80            127.0.0.1:4711          ESTABLISHED',
      'Active UNIX domain sockets (w/o servers)',
      'Proto RefCnt Flags       Type       State         I-Node   Path',
      'unix  3      [ ]         STREAM     CONNECTED     22691    /run/a.sock',
      '',
    ].join('\n');
    expect(understandCommand('netstat', text).verdict).toBe('2 tables, 2 rows');
  });

  test('the last column of ps takes what is left', () => {
    const row = (pid: number, cpu: string, command: string) =>
      `root ${String(pid).padStart(9)} ${cpu.padStart(4)}  0.1   5112  4036 ?        Ss   17:57   0:00 ${command}`;
    const text = [
      'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
      row(1, '0.0', '/sbin/init splash'),
      row(63, '96.5', 'ffmpeg -i a.mov b.mp4'),
      row(64, '0.0', 'sleep 5'),
      '',
    ].join('\n');
    const { verdict, facts } = understandCommand('ps aux', text);
    expect(verdict).toBe('3 rows');
    expect(facts).toContain('%CPU: 0 to 96.5 (COMMAND ffmpeg -i a.mov b.mp4)');
    expect(facts).toContain('PID: 1 to 64');
  });

  test('a name of two words is one, and the row of the fullest is the one told', () => {
    const text = [
      'Filesystem     1K-blocks    Used Available Use% Mounted on',
      '/dev/sda1        1000000  400000    600000  40% /',
      '/dev/sda2        2000000 1960000     40000  98% /srv/my data',
      'tmpfs             500000       0    500000   0% /dev/shm',
      '',
    ].join('\n');
    const { facts } = understandCommand('df', text);
    expect(facts).toContain('columns: Filesystem, 1K-blocks, Used, Available, Use%, Mounted on');
    expect(facts).toContainEqual(expect.stringMatching(/^Use%: 0% to 98% \(Mounted on \/srv\/my data\)/));
  });

  test('a cell that is empty leaves the next one below its name', () => {
    const text = [
      'COMMAND   PID TID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME',
      'node     1223     root  cwd    DIR  254,0     4096    2 /',
      'node     1223 124 root  cwd    DIR  254,0     4096    2 /',
      'redis    1300     root    6u  IPv4  52318      0t0  TCP *:6379 (LISTEN)',
      '',
    ].join('\n');
    const { facts } = understandCommand('lsof', text);
    expect(facts).toContain('last (line 4): redis, 1300, , root, 6u, IPv4, 52318, 0t0, …');
    expect(facts).toContain('USER: root ×3');
  });

  test('rows that begin with a name of their own are read behind it; groups tell equal names apart', () => {
    const text = [
      'disk- -------reads-------- -------writes-------',
      '       total merged    ms  total merged    ms',
      ...Array.from(
        { length: 12 },
        (_, at) => `${`sda${at}`.padEnd(6)}     ${at}      7     9    4${at % 10}      2     1`,
      ),
      '',
    ].join('\n');
    const { facts } = understandCommand('vmstat -d', text);
    expect(facts).toContain(
      'columns: row, reads total, reads merged, reads ms, writes total, writes merged, writes ms',
    );
    expect(facts).toContain('reads total: 0 to 11 (row sda11)');
  });

  test('samples below the same names are one table, with their averages', () => {
    const sample = (second: number, user: string, queue: number) => [
      `04:31:${second - 1}        CPU     %user   %system     %idle`,
      `04:31:${second}        all ${user.padStart(9)}      3.00      0.00`,
      '',
      `04:31:${second - 1}      runq-sz  ldavg-1  ldavg-15`,
      `04:31:${second} ${String(queue).padStart(12)}    27.64     19.97`,
      '',
    ];
    const text = [
      'Linux 6.1.0 (app01) 	2026-11-25 	_x86_64_	(2 CPU)',
      '',
      ...sample(11, '97.00', 25),
      ...sample(12, '67.16', 70),
      ...['96.50', '96.00', '95.50', '96.10', '95.20'].flatMap((user, at) => sample(13 + at, user, 22)),
      'Average:        CPU     %user   %system     %idle',
      'Average:        all     86.89      3.00      0.00',
      '',
    ].join('\n');
    const { verdict, facts } = understandCommand('sar -u -q 1 7', text);
    expect(verdict).toContain('2 tables, 14 rows');
    expect(facts).toContain('%user: 67.16 to 97 (Time 04:31:11)');
    expect(facts).toContain('runq-sz: 22 to 70 (Time 04:31:12)');
    expect(facts).toContain('Average (line 46): CPU all, %user 86.89, %system 3.00');
  });

  test('refused rows of an import are counted by their reason', () => {
    const text = [
      ...Array.from(
        { length: 4 },
        (_, at) => `rows.csv:${at * 7}: INSERT failed: CHECK constraint failed: qty>0`,
      ),
      'rows.csv:99: INSERT failed: UNIQUE constraint failed: rows.id',
      '+------+------+',
      '| name |  n   |',
      '+------+------+',
      '| S-01 | 1301 |',
      '+------+------+',
      '',
    ].join('\n');
    const { verdict, facts } = understandCommand('sqlite3 shop.db < load.sql', text);
    expect(verdict).toBe('5 errors, 1 row');
    expect(facts).toContain('rows.csv:0: INSERT failed: CHECK constraint failed: qty>0 (one of 4 alike)');
    expect(facts).toContain('rows.csv:99: INSERT failed: UNIQUE constraint failed: rows.id');
  });

  test('the top of a sorted list comes before the ranges of its columns', () => {
    const names = ['recommend', 'upload', 'checkout', 'login', 'search', 'orders', 'cart', 'health'];
    const rows = names.map((name, at) => `/${name},${100 - at},${900 - at * 70}.5`);
    const { facts } = understandCommand('./slowest.sh', ['endpoint,requests,ms', ...rows, ''].join('\n'));
    expect(facts[1]).toBe('first (line 2): /recommend, 100, 900.5');
  });

  test('the states in parentheses that cells end with are counted, and numbers of devices are not added up', () => {
    const row = (at: number) => {
      const local = `TCP 127.0.0.1:8470->127.0.0.1:${40_000 + at}`;
      return `python3 22898 root   ${10 + at}u  IPv4 ${4_032_900 + at * 2}      0t0     ${local} (${at < 30 ? 'CLOSE_WAIT' : 'ESTABLISHED'})`;
    };
    const text = [
      'COMMAND   PID USER   FD   TYPE  DEVICE SIZE/OFF    NODE NAME',
      ...Array.from({ length: 60 }, (_, at) => row(at)),
      '',
    ].join('\n');
    const { facts } = understandCommand('lsof -nP -p 22898', text);
    expect(facts).toContain('NAME: ending in (CLOSE_WAIT) ×30, (ESTABLISHED) ×30');
    expect(facts).toContain('DEVICE: 4032900 to 4033018');
  });

  test('cells that end with too many words in parentheses are not counted by them', () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`);
    const text = ['name,note', ...words.map((word, at) => `${at},text ${at} (${word})`), ''].join('\n');
    expect(understandFile('x.csv', null, text).facts.join('\n')).not.toContain('ending in');
  });

  test('a script that psql prints with its results is not taken for results', () => {
    const months = Array.from({ length: 20 }, (_, at) => [
      `CREATE TABLE events_${at} PARTITION OF events FOR VALUES FROM (${at}) TO (${at + 1});`,
      'CREATE TABLE',
      `Time: 0.${at + 100} ms`,
    ]);
    const text = [
      'BEGIN;',
      'BEGIN',
      ...months.flat(),
      'INSERT INTO events SELECT * FROM old;',
      'psql:m.sql:66: ERROR:  no partition of relation "events" found for row',
      'DETAIL:  Partition key of the failing row contains (at) = (2022-12-31).',
      'COMMIT;',
      'ROLLBACK',
      'SELECT name, n FROM stats;',
      ' name  | n ',
      '-------+---',
      ' a     | 5 ',
      ' b     | 7 ',
      '(2 rows)',
      '',
    ].join('\n');
    const { kind, verdict, facts, sections } = understandCommand('psql -d crm -a -f m.sql', text);
    expect([kind, verdict]).toEqual(['table', '1 error, 2 rows']);
    expect(facts).toContain('ROLLBACK (line 67)');
    expect(sections.find(({ noun }) => noun === 'statement')?.total).toBe(22);
  });

  test('a line of other text below or between rows is no row', () => {
    const disks = (host: string) => [
      'Filesystem      Size  Used Avail Use% Mounted on',
      ...Array.from(
        { length: 5 },
        (_, at) => `/dev/sd${host}${at}        100G   20G   80G  20% /srv/${host}${at}`,
      ),
    ];
    const refused = 'ssh: connect to host d port 22: Connection refused';
    const { verdict } = understandCommand('df -h', [...disks('a'), refused, ...disks('b'), ''].join('\n'));
    expect(verdict).toMatch(/10 rows/);
    const packages = Array.from({ length: 6 }, (_, at) => `package-${at}   1.0.${at}`);
    const listed = [
      'Package     Version',
      '----------- -------',
      ...packages,
      'No broken requirements found.',
      '',
    ];
    expect(understandCommand('./check.sh', listed.join('\n')).verdict).toMatch(/^6 rows/);
    const values = '    valid_lft forever preferred_lft forever';
    const addresses = Array.from(
      { length: 12 },
      (_, at) => `${values}\n    inet6 fd00::${at}/64 scope global`,
    );
    expect(understandCommand('ip addr; ss -tan', addresses.join('\n')).kind).not.toBe('table');
  });

  test('files with the same header, one after another, are one table', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `2026-01-0${at + 1},A${at},"1,${at}00.50"`);
    const file = ['date,account,"amount, EUR"', ...rows].join('\n');
    const { verdict, facts } = understandCommand('cat a.csv b.csv', `${file}\n${file}\n`);
    expect(verdict).toMatch(/^18 rows, 3 columns, the same header 2 times/);
    expect(facts).toContain('columns: date, account, "amount, EUR"');
  });

  test('a container is named by its name, and one that restarts is a problem', () => {
    const rows = Array.from({ length: 30 }, (_, at) => [
      `${at}`.padStart(12, '0'),
      'app/web',
      '"entry"',
      at === 7 ? 'Restarting (1) 5 seconds ago' : 'Up 3 days',
      `web-${at}`,
    ]);
    const widths = [15, 10, 10, 31, 8];
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('')
        .trimEnd();
    const text = [['CONTAINER ID', 'IMAGE', 'COMMAND', 'STATUS', 'NAMES'], ...rows].map(line).join('\n');
    expect(understandCommand('docker ps -a', `${text}\n`).facts[0]).toMatch(
      /^web-7 Restarting \(1\) 5 seconds ago/,
    );
  });

  test('values a little wider than their column do not empty the next one', () => {
    const text = [
      'USER         PID %CPU    VSZ   RSS TTY      STAT COMMAND',
      ...Array.from(
        { length: 12 },
        (_, at) => `root      ${1_000 + at}  0.0 100000 2000 ?        Ss   /usr/sbin/d${at}`,
      ),
      '',
    ].join('\n');
    const { facts } = understandCommand('ps aux', text);
    expect(facts.join('\n')).toContain('TTY: ? ×12');
    expect(facts.join('\n')).not.toContain('empty');
  });

  test('a plan shows what was planned badly and what was sorted on disk', () => {
    const text = [
      '                         QUERY PLAN',
      '-------------------------------------------------------------',
      ' Sort  (cost=1.00..2.00 rows=100 width=46) (actual time=209.3..209.4 rows=90000 loops=2)',
      '   Sort Key: price DESC',
      '   Sort Method: external merge  Disk: 3648kB',
      '   ->  Seq Scan on returns r  (cost=0.00..322.00 rows=1 width=12) (actual time=0.03..1.69 rows=15001 loops=1)',
      '         Rows Removed by Filter: 600',
      ' Execution Time: 89.594 ms',
      '(6 rows)',
      '',
    ].join('\n');
    const plan = [
      '6: Seq Scan on returns r: 15,001 rows, 1 planned, 15,001 came, 1.69 ms, 600 removed by its filter',
    ];
    expect(understandCommand('./explain.sh', text).facts).toEqual(expect.arrayContaining(plan));
    const { facts } = understandCommand('psql -c "explain analyze select 1"', text);
    expect(facts).toEqual(expect.arrayContaining(plan));
    expect(facts).toContainEqual(
      expect.stringMatching(
        /^3: Sort: 180,000 rows, 100 planned, 90,000 came each time, .*external merge {2}Disk: 3648kB$/,
      ),
    );
  });

  test('a profile shows where the time goes, each of its tables by itself', () => {
    const table = (order: string, rows: readonly string[]) => [
      '         11831463 function calls (11471496 primitive calls) in 23.193 seconds',
      '',
      `   Ordered by: ${order}`,
      '',
      '   ncalls  tottime  percall  cumtime  percall filename:lineno(function)',
      ...rows,
      '',
    ];
    const row = (calls: string, own: string, all: string, name: string) =>
      `${calls.padStart(9)} ${own.padStart(8)}    0.001 ${all.padStart(8)}    0.001 ${name}`;
    const byOwn = [1, 2, 3, 4, 5, 6, 7].map((at) =>
      row(String(690 * at), (4.285 / at).toFixed(3), (4.3 / at).toFixed(3), `render.py:${at}(add)`),
    );
    const byAll = [1, 2, 3, 4, 5, 6, 7].map((at) =>
      row('68/1', '0.000', (23.193 / at).toFixed(3), `core.py:${at}(convert)`),
    );
    const text = [...table('internal time', byOwn), ...table('cumulative time', byAll)].join('\n');
    const { verdict, facts } = understandCommand('python3 -m cProfile render.py', text);
    expect(verdict).toContain('2 tables');
    expect(facts).toEqual(
      expect.arrayContaining([
        'first (line 6): 690, 4.285, 0.001, 4.300, 0.001, render.py:1(add)',
        'first (line 19): 68/1, 0.000, 0.001, 23.193, 0.001, core.py:1(convert)',
        '11831463 function calls (11471496 primitive calls) in 23.193 seconds',
      ]),
    );
  });

  test('only what is used can be nearly full, and a table printed twice is two', () => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `pkg-${at}    active   ${at === 3 ? '95%' : '40%'}    team1`,
    );
    const coverage = ['NAME    STATUS   COVERAGE   OWNER', ...rows, ''].join('\n');
    expect(understandCommand('./cov', coverage).facts.join('\n')).not.toContain('nearly full');
    const row = (pid: number) =>
      `root ${String(pid).padStart(9)}  0.0  0.1   5112  4036 ?        Ss   17:57   0:00 sleep ${pid}`;
    const table = [
      'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND',
      ...Array.from({ length: 9 }, (_, at) => row(at + 1)),
    ];
    const { verdict, facts } = understandCommand('ps aux; ps aux', [...table, ...table, ''].join('\n'));
    expect(verdict).toBe('2 tables, 18 rows');
    expect(facts).toContain('USER: root ×9');
  });

  test('a table of Markdown in an output is one', () => {
    const text = '| name | size |\n|------|------|\n| a | 1 |\n| b | 2 |\n';
    expect(understandCommand('./report.sh', text).verdict).toBe('2 rows');
  });

  test.each([
    ['rules in prose', 'Title\n-----\n\nSome words here.\n\nNext\n-----\nMore.\n'],
    ['words in capitals', 'NOTE  THIS  WELL\nIt rains today.\nAnd tomorrow too.\n'],
    ['a diff of a table', '-+----+\n+| a  |\n'],
  ])('%s are no table', (_, text) => {
    expect(understandCommand('./run.sh', text).kind).toBe('general');
  });
});
