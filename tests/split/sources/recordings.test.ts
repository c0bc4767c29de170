import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/** Files as they were read: what is recognised, and lines that the view has. */
const views: Record<string, { kind: string; has: string[]; level?: 'minimal' }> = {
  c: {
    kind: 'source',
    has: [
      'store.c: C, 9 functions, 3 macros, 2 structs, 2 types, 5 imports, 110 lines',
      'types: store:23 visitor:25',
      'functions: store_open:33 store_close:43 store_add:53 store_total:76 store_each:85 store_sort:102 state_name:107',
      'private functions: grow:65 compare_lines:94',
    ],
  },
  'c-head': { kind: 'source', has: ['head -n 100 store.c: exit 0, C, 7 functions', 'store_each:85'] },
  changelog: {
    kind: 'document',
    has: [
      'CHANGELOG.md: Markdown, changelog, 27 versions, 199 lines',
      'first: [Unreleased]:5',
      'versions: [3.5.1] - 2026-06-01:11, [3.5.0] - 2026-05-15:18',
      'last: [1.0.0] - 2025-03-16:193',
    ],
  },
  csharp: {
    kind: 'source',
    level: 'minimal',
    has: ['C#, 6 methods, 2 classes, 1 enum, 1 record, 3 imports'],
  },
  css: {
    kind: 'source',
    has: [
      'CSS, 99 custom properties, 5 rules, 1 @media, 150 lines',
      ':root:15 (96 custom properties)',
      '@media: (prefers-reduced-motion: reduce):144',
    ],
  },
  dockerfile: { kind: 'dockerfile', level: 'minimal', has: ['Dockerfile, 4 stages, 10 COPY, 5 RUN'] },
  go: {
    kind: 'source',
    has: [
      'shop/server.go: Go, 6 types, 5 functions, 5 methods, 4 constants, 8 imports, 137 lines',
      ' type Server:53 ServeHTTP:62 get:73 post:82',
      ' type memoryStore:48 Find:100 Save:110',
      'functions: NewServer:58 NewMemoryStore:96 Total:118 Map:126',
    ],
  },
  'go-nl': { kind: 'source', has: ['nl -ba server.go: exit 0, Go, 6 types', ' type Server:53 ServeHTTP:62'] },
  guide: {
    kind: 'document',
    level: 'minimal',
    has: ['docs/guide.md: Markdown, 16 sections, 2 code blocks, 1 table, 1 of 3 tasks done, 77 lines'],
  },
  java: {
    kind: 'source',
    has: [
      'src/OrderStore.java: Java, 13 methods, 2 classes, 1 interface, 1 enum, 7 imports, 115 lines',
      ' class OrderStore:13 OrderStore:31 find:39 save:44 paidSince:52 clear:62 priceOf:66 close:72',
      ' enum State:84 State:95 isOpen:99',
      ' record Line:104 total:105',
    ],
  },
  'java-piped': { kind: 'source', has: ['exit 0, Java, 11 methods', 'class OrderStore:13'] },
  javascript: {
    kind: 'source',
    has: [
      'lib/shop.js: JavaScript, 7 methods, 5 functions, 4 constants, 1 class, 3 imports, 94 lines',
      ' class Shop:26 constructor:30 size:36 load:40 add:46 [Symbol.iterator]:52 total:56 #check:62 legacy:67',
      'functions: createShop:17 priceOf:77 format:81',
      'private functions: readText:72',
    ],
  },
  kotlin: {
    kind: 'source',
    has: [' class Order:18 iterator:31 add:33 load:38 check:40 empty:45', 'functions: isOpen:63 main:65'],
  },
  lua: { kind: 'source', level: 'minimal', has: ['shop.lua: Lua, 7 functions, 2 imports, 62 lines'] },
  'package-json': {
    kind: 'manifest',
    has: [
      'package.json: small-shop 1.4.2, 3 dependencies, 2 devDependencies, 1 peerDependencies, node >= 24, npm >=11, 46 lines',
      ' test: vitest run --config tests/vitest.config.ts',
      'type: module, main: dist/main.js, license: MIT',
    ],
  },
  'package-lock': {
    kind: 'lock file',
    has: [
      'npm lock file small-shop 1.4.2, lockfileVersion 3, 8 packages, 5 direct, 102 lines',
      'direct: debug 4.4.3, mime-types 3.0.2, zod 4.6.7',
    ],
  },
  page: {
    kind: 'html',
    has: [
      'public/page.html: HTML, 5 links, 1 form, 2 inputs, 1 button, 1 image, 57 lines',
      'title: The shop &mdash; orders:5',
      'headings: Orders of today:15, Open:26, Paid this week:37, By country:39, Search:43',
    ],
  },
  php: {
    kind: 'source',
    has: [' class Order:40 __construct:44 fromJson:51 total:57 text:63', 'functions: price_of:84 helper:91'],
  },
  'pnpm-lock': {
    kind: 'lock file',
    has: ['pnpm lock file, lockfileVersion 9.0, 8 packages, 84 lines', 'packages: @types/debug 4.1.13'],
  },
  prose: { kind: 'text', has: ['notes.txt: 358 words, 7 paragraphs, 22 lines'] },
  pyproject: {
    kind: 'settings',
    level: 'minimal',
    has: ['pyproject.toml: TOML, small-shop 1.4.2, 4 dependencies, 1 postgres, 2 docs'],
  },
  python: {
    kind: 'source',
    has: [
      'src/store.py: Python, 10 methods, 5 classes, 4 functions, 3 constants, 8 imports, 125 lines',
      ' class OrderStore:45 __init__:48 __enter__:53 __exit__:56 find:60 save:69 save_later:82 _transaction:86 close:93',
      'functions: price_of:100 import_orders:105 watch:115',
    ],
  },
  'python-numbered': {
    kind: 'source',
    has: ['cat -n store.py: exit 0, Python, 10 methods', 'import_orders:105'],
  },
  ruby: {
    kind: 'source',
    has: [' class Order:16 load:20 initialize:24 total:29 <=>:41 []:45 note=:49 each_line:53 label:65'],
  },
  rust: {
    kind: 'source',
    has: [
      'src/lib.rs: Rust, 11 methods, 4 functions, 3 modules, 3 structs, 2 imports, 129 lines',
      ' struct Order:38 new:44 add:48 total:56 first:60 fmt:69',
      ' struct MemoryStore:74 find:79 save:83 len:93',
    ],
  },
  'rust-part': {
    kind: 'source',
    has: ["sed -n '38,129p' lib.rs: exit 0, Rust, 8 methods", ' struct Order:1 new:7'],
  },
  sql: {
    kind: 'source',
    has: [
      'db/schema.sql: SQL, 3 tables, 2 indexes, 1 schema, 4 inserts, 6 rows, 58 lines',
      'inserts: shop.customers:51 (2 rows), shop.orders:54 (2 rows), shop.lines:55 ×2',
      'tables: shop.customers:8 shop.orders:15 shop.lines:22',
      'functions: shop.total:33',
    ],
  },
  swift: {
    kind: 'source',
    has: [' class Order:34 init:38 deinit:43 add:48 total:54 make:58 makeIterator:64'],
  },
  tsx: {
    kind: 'source',
    has: ['functions: OrderCard:16 EmptyCard:57 useOrder:59', 'private functions: OrderLine:48'],
  },
  typescript: {
    kind: 'source',
    has: [
      'TypeScript, 21 functions, 2 imports, 344 lines',
      'functions: reduceEvent:18 reduceEvents:24',
      'hasMessage:343',
    ],
  },
};

describe('a recorded file', () => {
  test.each(Object.entries(views))(
    '%s is summarized by what it holds',
    async (name, { kind, has, level }) => {
      const { tool, args, exitCode, bytes } = recording(`sources/${name}`);
      const view = await splitRecording({
        tool,
        args,
        exitCode,
        level: level ?? 'balanced',
        bytes,
        isSummarized: true,
      });
      expect(view.kind).toBe(kind);
      for (const line of has) expect(view.text).toContain(line);
      expect(view.tokens).toBeLessThanOrEqual(level === 'minimal' ? 120 : 400);
    },
  );

  test('numbers are those of its lines', async () => {
    const { tool, args, exitCode, bytes, text } = recording('sources/python');
    const { facts } = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes });
    const lines = text.split('\n');
    for (const fact of facts.filter(({ line }) => line !== undefined)) {
      const [name = ''] = fact.text.replace(/^(?:class |\d+\t\s*)/, '').split(':');
      expect(lines[(fact.line ?? 0) - 1]).toContain(name);
    }
  });
});
