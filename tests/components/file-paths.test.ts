import { expect, test } from 'vitest';
import { cutAtPaths, withPaths } from '#components/artifacts/text/file-paths.ts';
import { expectLinear } from '../support/expect-linear.ts';

const found = (text: string) =>
  cutAtPaths(text).flatMap(({ location }) => (location ? [`${location.path} ${location.line}`] : []));

test.for([
  ['src/cart.mjs:12', 'src/cart.mjs 12'],
  ['at f (src/a b/cart.mjs:12:5)', 'b/cart.mjs 12'],
  ['❯ tests/cart.test.ts:18:3', 'tests/cart.test.ts 18'],
  ['cart.mjs:18', 'cart.mjs 18'],
  ['lib/Makefile:7: *** missing', 'lib/Makefile 7'],
  ['file:///home/me/app/x.mjs:3:1', '/home/me/app/x.mjs 3'],
  ['./a.go:3:2: undefined', './a.go 3'],
  ['app/c/[id]/page.tsx:4', 'app/c/[id]/page.tsx 4'],
  ['[src/a.ts:4]', 'src/a.ts 4'],
  ['app/(group)/page.tsx:4', 'app/(group)/page.tsx 4'],
  ['f(src/a.ts:4)', 'src/a.ts 4'],
  ['app/$id.tsx:3', 'app/$id.tsx 3'],
  ['.env.ts:3', '.env.ts 3'],
  ['Dockerfile:3', 'Dockerfile 3'],
  ['看 源/文件.ts:9。', '源/文件.ts 9'],
  ['"File.java:120"', 'File.java 120'],
  ['src/a.ts(12,5): error TS2322', 'src/a.ts 12'],
  ['Main.cs(7): warning', 'Main.cs 7'],
  ['app/(group)/page.tsx(4,1)', 'app/(group)/page.tsx 4'],
  ['  File "src/app/cart.py", line 42, in total', 'src/app/cart.py 42'],
] as const)('%s names a line of a file', ([text, location]) => {
  expect(found(text)).toEqual([location]);
});

test.for([
  'http://localhost:3000/a',
  'https://example.com:443',
  'example.com:8080',
  '127.0.0.1:80',
  '12:30:05',
  'key: 1',
  'a:1:b',
  'std::vec:3',
  'db.prod:5432',
  'registry.gitlab.de:5000',
  'ghcr.io/org/app:12',
  'redis/redis-stack:7.2',
  'km/h:120',
  'Mon/Tue:10:30',
  '/v1/users:42',
  'C:\\src\\a.ts:3',
  'a)b.ts:3',
  'src/a.ts:0',
  'v1.2:3',
  'sha256:12',
  'image.local/app.ts:12abc',
  'Math.max(3,4)',
  'console.log(1)',
  'np.log(100)',
  'res.json(200)',
  'LICENSE(3)',
  'path.join(5)',
  'he said "x", line 3',
  'src/a.ts(0,1)',
  'src/a.ts(12;5)',
])('%s names none', (text) => {
  expect(found(text)).toEqual([]);
});

test('the parts are the text again, whatever it is', () => {
  const text = 'a.ts:1 and b/c.ts:2:3, http://h:1/x.ts:4 (d.py:5)';
  expect(
    cutAtPaths(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
  expect(found(text)).toEqual(['a.ts 1', 'b/c.ts 2', 'd.py 5']);
});

test.for(['a/', ':1', 'a.ts:1 ', '@', '[', 'file:///'])(
  'a line of many %s takes time in proportion',
  async (part) => {
    await expectLinear(200_000, (size) => cutAtPaths(`${part.repeat(size / part.length)}:1`));
  },
);

test('long words before many numbers cost what they are long, not more', async () => {
  await expectLinear(200_000, (size) =>
    cutAtPaths(`${'a'.repeat(250)}${' :1'.repeat(80)}`.repeat(size / 500)),
  );
});

test('colours may change within a location', () => {
  const pieces = [
    { text: 'see ', colour: 1 },
    { text: 'src/a', colour: 2 },
    { text: '.ts:1', colour: 3 },
    { text: '2 now', colour: 4 },
  ];
  const location = { path: 'src/a.ts', line: 12 };
  expect(withPaths(pieces)).toEqual([
    { text: 'see ', colour: 1 },
    { text: 'src/a', colour: 2, location },
    { text: '.ts:1', colour: 3, location },
    { text: '2', colour: 4, location },
    { text: ' now', colour: 4 },
  ]);
});
