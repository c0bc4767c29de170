import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { understand, understandCommand, understandFile } from './understand.ts';

const asResult = { tool: 'mcp_result', type: 'json' } as const;
const records = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `item ${id}`,
    status: id % 5 === 0 ? 'failed' : 'done',
    retryCount: id % 3,
  }));

describe('JSON', () => {
  test('printed in any way, in whatever pieces, it is the same', () => {
    const value = { name: 'shop', items: records(30), note: 'a "quoted" \\ text\nof two lines ü 😀' };
    const compact = understand(JSON.stringify(value), asResult);
    const wide = understand(JSON.stringify(value, null, 4), { ...asResult, pieceCharacters: 7 });
    expect(wide.facts).toEqual(compact.facts);
    expect(understand(JSON.stringify(value), { ...asResult, pieceCharacters: 1 })).toEqual(compact);
    expect(compact.facts).toContain('items: 30 of {id, name, status, retryCount}');
    expect(compact.facts).toContain('status: done ×24, failed ×6');
    expect(compact.facts).toContain('retryCount: sum 30 (most 2: item 2)');
  });

  test('where records hold little more than a list, its elements are described, and one in another state is named', () => {
    const instance = (at: number) => ({
      ClientToken: `token-${at}`,
      InstanceId: `i-00c01c37805${at}`,
      InstanceType: at === 3 ? 'p4d.24xlarge' : 't3.medium',
      State: at === 5 ? { Code: 80, Name: 'stopped' } : { Code: 16, Name: 'running' },
      StateReason: at === 5 ? 'shut down' : '',
      ...Object.fromEntries(Array.from({ length: 20 }, (_, field) => [`Field${field}`, 'a'])),
    });
    const text = JSON.stringify({
      Reservations: Array.from({ length: 8 }, (_, at) => ({
        ReservationId: `r-a0d1af${at}`,
        OwnerId: '12',
        Instances: [instance(at)],
      })),
    });
    const { facts } = understand(text, asResult);
    expect(facts[0]).toMatch(
      /^Reservations\[\]\.Instances: 8 of \{ClientToken, InstanceId, InstanceType, State/,
    );
    expect(facts).toContain('State.Name: running ×7, stopped ×1 (i-00c01c378055)');
    expect(facts).toContain('InstanceType: t3.medium ×7, p4d.24xlarge ×1');
    expect(facts.join('\n')).not.toContain('State.Code');
  });

  test('records with names of their own are not replaced by what they hold', () => {
    const text = JSON.stringify(
      Array.from({ length: 6 }, (_, at) => ({
        path: `src/${at}.ts`,
        uses: Array.from({ length: 5 }, (_, use) => ({
          line: use,
          column: at,
          kind: 'read',
          text: 'x',
          to: 'y',
        })),
      })),
    );
    expect(understand(text, asResult).facts.join('\n')).toContain('src/0.ts');
  });

  test('a key that not all records have is marked, and documents of other kinds are not said to have it', () => {
    const users = Array.from({ length: 30 }, (_, id) => ({
      id,
      email: `u${id}@x`,
      ...(id === 4 ? { note: 'x' } : {}),
    }));
    expect(understand(JSON.stringify(users), asResult).facts[0]).toBe('each of {id, email, note?}');
    const several = [{ status: 'degraded', db: 'down' }, users, { orders: users.slice(0, 3), total: 3 }];
    const { verdict, facts } = understand(several.map((value) => JSON.stringify(value)).join('\n'), asResult);
    expect(verdict).toMatch(/^3 records/);
    expect(facts).toContain('objects: 2 of {status?, db?, orders?, total?}');
    expect(facts).toContain('in lists: 30 of {id, email, note?}');
    expect(facts.join('\n')).not.toContain('each of');
  });

  test('the values of a dictionary are described by the keys of all, not of the first', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `p${at}`,
        { version: `${at}.0.0`, ...(at === 0 ? { root: true } : {}) },
      ]),
    );
    expect(understand(JSON.stringify({ packages }), asResult).facts.join('\n')).toContain(
      'packages: 9 of {version, root?}',
    );
  });

  test('records that say they failed come first, with place, message and rule', () => {
    const text = JSON.stringify([
      { file: 'a.ts', problems: [{ line: 3, severity: 'error', message: 'no such name', code: 'E1' }] },
      { file: 'b.ts', problems: [{ line: 9, severity: 'warning', message: 'unused', code: 'W1' }] },
    ]);
    expect(understand(text, asResult).facts[0]).toBe('a.ts:3 no such name (E1)');
  });

  test.each([
    [
      'a body',
      { error: { code: 'rate_limited', message: 'too many calls' } },
      'too many calls (rate_limited)',
    ],
    ['a text', { ok: false, error: 'index is being built' }, 'index is being built'],
    ['a status', { status: 404, title: 'Not Found', detail: 'no such cart' }, 'Not Found no such cart (404)'],
    ['GraphQL', { data: null, errors: [{ message: 'no field x', path: ['a'] }] }, 'no field x'],
  ])('an error of a service comes first: %s', (_, body, first) => {
    const text = JSON.stringify({ ...body, padding: records(40) });
    expect(understandCommand('./call.sh', text).facts[0]).toBe(first);
  });

  test('a record that is bad because of what it holds is summarized by that', () => {
    const found = [
      { name: 'tar', title: 'Files are written anywhere', url: 'https://x.example/1', severity: 'high' },
    ];
    const text = JSON.stringify({
      packages: [{ name: 'tar', severity: 'high', via: found }],
    });
    const { facts } = understand(text, asResult);
    expect(facts[0]).toBe('tar Files are written anywhere (high)');
    expect(facts.filter((fact) => fact.includes('(high)'))).toHaveLength(1);
  });

  test('issues are known by number and title, wherever those stand', () => {
    const issues = Array.from({ length: 30 }, (_, at) => ({
      id: 9_000 + at,
      number: 40 + at,
      title: `Issue ${at}`,
    }));
    expect(understand(JSON.stringify({ items: issues }), asResult).facts).toContain('#40 Issue 0');
    const tickets = issues.map(({ id, title }) => ({ id, key: `SHOP-${id}`, fields: { summary: title } }));
    expect(understand(JSON.stringify({ issues: tickets }), asResult).facts).toContain('SHOP-9000 Issue 0');
  });

  test('of many records, what only one has is shown with its name', () => {
    const records = Array.from({ length: 60 }, (_, at) => ({
      id: `SHP-${700 + at}`,
      status: at === 41 ? 'held' : at % 3 ? 'delivered' : 'in_transit',
      ...(at === 41 && { holdReason: 'no HS code' }),
    }));
    const { facts } = understand(records.map((record) => JSON.stringify(record)).join('\n'), asResult);
    expect(facts).toContain('holdReason in one record (SHP-741): no HS code');
    expect(facts).toContain('status: delivered ×39, in_transit ×20, held ×1 (SHP-741)');
  });

  test('a key that all records have, empty in all but one, is not only in that one', () => {
    const records = Array.from({ length: 60 }, (_, at) => ({
      id: `SHP-${at}`,
      holdReason: at === 7 ? 'code' : null,
    }));
    expect(understand(JSON.stringify(records), asResult).facts.join('\n')).not.toContain('in one record');
  });

  test('amounts are added, other numbers have a range and an owner, identifiers neither', () => {
    const films = Array.from({ length: 40 }, (_, at) => ({
      title: `Film ${at}`,
      id: at * 7,
      worldwideGross: at * 1_000,
      length: 90 + at,
      genre: at % 4 === 0 ? 'comedy' : 'drama',
      cast: Array.from({ length: at % 6 }, () => 'somebody'),
    }));
    const { facts } = understand(JSON.stringify(films), asResult);
    expect(facts).toContain('worldwideGross: sum 780,000 (most 39,000: 273 Film 39)');
    expect(facts).toContain('length 90 to 129 (273 Film 39)');
    expect(facts).toContain('genre: drama ×30, comedy ×10');
    expect(facts.join('\n')).not.toMatch(/id [\d,]+ \(/);
  });

  test('the record with the longest list is named', () => {
    const people = Array.from({ length: 9 }, (_, at) => ({ name: `p${at}`, notes: Array(at % 5).fill('x') }));
    expect(understand(JSON.stringify({ people }), asResult).facts).toContain('notes: 16 in all (most 4: p4)');
  });

  test('records that hold others of their kind are counted together, each by its own fields', () => {
    const leaf = (at: number) => ({ author: `a${at % 3}`, state: at === 7 ? 'failed' : 'done', replies: [] });
    const comments = Array.from({ length: 4 }, (_, at) => ({
      author: 'top',
      state: 'done',
      replies: [leaf(at), leaf(at + 4)],
    }));
    const { verdict, facts } = understand(JSON.stringify(comments), asResult);
    expect(verdict).toMatch(/^4 items, 12 with those inside/);
    expect(facts).toContain('state: done ×11, failed ×1');
    expect(facts.filter((fact) => fact.includes('failed'))).toHaveLength(2);
  });

  test('what Python prints of its values is read alike', () => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `{'id': ${at}, 'name': 'it\\'s ${at}', 'note': None, 'ok': True}`,
    );
    const { verdict, facts } = understand(`[${rows.join(', ')}]`, asResult);
    expect(verdict).toMatch(/^30 items/);
    expect(facts).toContain('each of {id, name, note, ok}');
    expect(facts).toContain("it's 0");
  });

  test('words for errors in schemas, files and descriptions are no errors', () => {
    const schema = {
      properties: { error: { type: 'string' }, status: { enum: ['failed'] } },
      required: ['error'],
    };
    const tools = JSON.stringify({ tools: [{ name: 'call', inputSchema: schema }] });
    expect(understand(tools, asResult).facts.join('\n')).not.toContain('problem');
    const texts = JSON.stringify(
      { error: 'Something went wrong', failed: 'The order failed', ok: 'Fine' },
      null,
      2,
    );
    const { sections } = understandFile('locales/en.json', 'json', texts);
    expect(sections.some(({ heading }) => heading === 'problems:')).toBe(false);
  });

  test('many documents are records, one a line or not', () => {
    const lines = records(50).map((record) => JSON.stringify(record));
    const { kind, verdict } = understandCommand('./export.sh', `${lines.join('\n')}\n`);
    expect(kind).toBe('ndjson');
    expect(verdict).toMatch(/^50 records/);
    const printed = records(3).map((record) => JSON.stringify(record, null, 2));
    expect(understandCommand('jq .[]', printed.join('\n')).verdict).toMatch(/^3 records/);
  });

  test('lines of a log are left to those who read logs', () => {
    const lines = records(9).map(({ id }) =>
      JSON.stringify({ level: 'error', time: `2026-11-22T10:00:0${id}Z`, msg: 'failed' }),
    );
    expect(understandCommand('node app.js', lines.join('\n')).kind).toBe('general');
  });

  test('what stands before and behind is reported', () => {
    const text = `> shop@1.0.0 list\n> node list.js\n\n${JSON.stringify(records(20))}\nnpm error code 1\n`;
    const { kind, verdict, facts } = understandCommand('npm run list', text, { exitCode: 1 });
    expect(kind).toBe('json');
    expect(verdict).toMatch(/^20 items/);
    expect(facts).toContain('npm error code 1');
  });

  test('a text that was cut says where', () => {
    const text = JSON.stringify({ name: 'shop', carts: records(50) }).slice(0, 1_500);
    const { verdict, facts } = understand(text, asResult);
    expect(verdict).toMatch(/^2 keys, 1\.5 KB, cut off in carts\[\]$/);
    expect(facts).toContain('name shop');
  });

  test('the settings of an editor, with comments and commas at ends, are JSON', () => {
    const text = '{\n  // where\n  "root": "src", /* and */\n  "rules": ["a", "b",],\n}\n';
    expect(understandFile('settings.json', 'json', text).verdict).toMatch(/^2 keys/);
  });

  test.each([
    ['a log in brackets', '[INFO] starting\n[INFO] {"a": 1}\n'.repeat(20)],
    ['times in brackets', '[2026-11-22 10:00:00] started\n'.repeat(20)],
    ['code', 'const a = {\n  b: [1, 2],\n};\n'.repeat(20)],
    ['a block of code', '{\n  int a = 1;\n  return a;\n}\n'.repeat(20)],
  ])('%s is no JSON', (_, text) => {
    expect(understandCommand('./run.sh', text).kind).toBe('general');
  });

  test.each([
    ['nested 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), /10,000 levels deep/],
    ['nested deeper than is read', '{"a":'.repeat(60_000), /more than 20,000 levels deep/],
    ['one long text', `{"a":"${'x\\n'.repeat(500_000)}"}`, /^1 key/],
    ['a text without end', `{"a":"${'\\'.repeat(500_001)}`, /cut off/],
    [
      '100,000 keys',
      `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":{"v${at}":1}`).join()}}`,
      /^100,000 keys/,
    ],
    ['100,000 numbers', `[${Array.from({ length: 100_000 }, (_, at) => at).join()}]`, /^100,000 items/],
  ])('%s is read in bounded memory', (_, text, verdict) => {
    const { sections, verdict: message } = understand(text, { ...asResult, pieceCharacters: 65_536 });
    expect(message).toMatch(verdict);
    expect(sections.reduce((sum, { facts }) => sum + facts.length, 0)).toBeLessThan(1_000);
  });

  test('escapes that are cut anywhere are read as they stand', () => {
    const text = JSON.stringify({
      content: [{ type: 'text', text: 'a\\b"c\u00e9\n\u2028 😀 tab\t' }],
    }).replace('é', '\\u00e9');
    const whole = understand(text, asResult);
    for (const pieceCharacters of [1, 2, 3, 5])
      expect(understand(text, { ...asResult, pieceCharacters })).toEqual(whole);
    expect(whole.findings.join('\n')).toContain('a\\b"cé');
  });
});

describe('known documents', () => {
  test('npm names its problems', () => {
    const text = JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      problems: ['missing: hono@4, required by shop@1.0.0'],
      dependencies: { hono: { required: '4', missing: true, overridden: false } },
    });
    expect(understandCommand('npm ls --json', text, { exitCode: 1 }).verdict).toContain('1 problem');
  });

  test('an audit says how many of each severity', () => {
    const metadata = { vulnerabilities: { info: 0, low: 1, moderate: 0, high: 4, critical: 2, total: 7 } };
    const text = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata });
    expect(understandCommand('npm audit --json', text).verdict).toContain('2 critical, 4 high, 1 low');
  });

  test('a package: its versions from the first to the last, and since when', () => {
    const versions = Array.from({ length: 90 }, (_, at) => `1.${at}.0`);
    const time = Object.fromEntries(
      versions.map((version, at) => [version, `20${10 + (at % 15)}-05-01T10:00:00Z`]),
    );
    const text = JSON.stringify({ name: 'shelf', license: 'MIT', versions, time });
    const { facts } = understandCommand('npm view shelf --json', text);
    expect(facts).toEqual(
      expect.arrayContaining([
        'name shelf',
        'license MIT',
        'versions 90: 1.0.0, 1.1.0, 1.2.0, … 1.89.0',
        'time: 90 dates, 2010-05-01 to 2024-05-01',
      ]),
    );
  });

  test('a tree of files is reported as one: how many, of which kinds, who is where', () => {
    const { bytes } = recording('data/tree-json');
    const { kind, verdict, facts } = understandCommand('tree -J', bytes.toString('utf8'));
    expect(kind).toBe('json');
    expect(verdict).toMatch(/^29 files, 8 folders/);
    expect(facts).toContain('.ts 25');
    expect(facts).toContain('src/cart/ 4: add.ts, coupon.ts, remove.ts, total.ts');
  });

  test('OpenAPI counts operations', () => {
    const operation = { summary: 'List', responses: { 404: { description: 'error' } } };
    const paths = { '/carts': { get: operation, post: operation }, '/carts/{id}': { get: operation } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '2' }, paths });
    const { verdict, facts } = understandFile('openapi.json', 'json', text);
    expect(verdict).toContain('2 paths, 3 operations');
    expect(facts).toContain('info.title Shop');
  });

  test('SARIF tells place and rule of what it found', () => {
    const results = Array.from({ length: 5 }, (_, at) => ({
      ruleId: 'no-eval',
      level: 'error',
      message: { text: `eval of value ${at}` },
      locations: [
        { physicalLocation: { artifactLocation: { uri: `src/a${at}.js` }, region: { startLine: at + 1 } } },
      ],
    }));
    const text = JSON.stringify({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Check' } }, results }],
    });
    expect(understandCommand('check --sarif', text).facts[0]).toBe('src/a0.js:1 eval of value 0 (no-eval)');
  });
});

test('of many lines with a problem each, the first ones are kept, and all are counted', () => {
  const text = Array.from(
    { length: 5_000 },
    (_, id) => `{"id":${id},"name":"row ${id}","status":"failed"}\n`,
  );
  const { facts } = understand(text.join(''), asResult);
  expect(facts).toContain('row 0 failed');
  expect(facts.filter((fact) => /^row \d+ failed$/.test(fact))).toHaveLength(50);
});
