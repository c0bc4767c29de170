import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

const rows = [
  ' columns: id, name, category, price, stock, added',
  ' category: tools ×23, kitchen ×20, garden ×20, toys ×17',
  ' price: 0.72 to 96.28 (id 31), sum 3,889.19',
  ' added: 2026-01-03 to 2026-11-28',
];
const wholeRows = [
  ' columns: id, name, category, price, stock, added',
  ' price: 1 to 96 (id 31), sum 3,890',
  ' added: 2026-01-03 to 2026-11-28',
];

/** Recordings as they would be summarized: what is recognised, and lines that the view has. */
const views: Record<string, { kind: string; has: string[] }> = {
  'sqlite-table': { kind: 'table', has: ['exit 0, 80 rows', ...rows, ' first (line 4): 1, Rake 1, kitchen'] },
  'sqlite-box': { kind: 'table', has: ['exit 0, 80 rows', ...rows, ' first (line 4): 1, Rake 1, kitchen'] },
  'sqlite-column': { kind: 'table', has: ['exit 0, 80 rows', ...rows, ' first (line 3): 1, Rake 1'] },
  'sqlite-line': { kind: 'table', has: ['exit 0, 80 rows', ...rows, ' last (line 554): 80, Lamp 80'] },
  'sqlite-markdown': { kind: 'table', has: ['exit 0, 80 rows', ...rows] },
  'sqlite-csv': { kind: 'csv', has: ['exit 0, 80 rows, 6 columns, 3.3 KB', ...rows] },
  'sqlite-tabs': { kind: 'tsv', has: ['exit 0, 80 rows, 6 columns, 3.1 KB', ...rows] },
  'sqlite-json': {
    kind: 'json',
    has: [
      'exit 0, 80 items, 8.7 KB',
      ' each of {id, name, category, price, stock, added}',
      'names: Rake 1, Lamp 2',
      'price: sum 3,889.19 (most 96.28: Hammer 31), category: tools ×23',
    ],
  },
  'psql-aligned': { kind: 'table', has: ['exit 0, 80 rows', ...rows] },
  'psql-expanded': { kind: 'table', has: ['exit 0, 80 rows', ...rows] },
  'psql-border': { kind: 'table', has: ['exit 0, 60 rows', ' price: 0.72 to 96.28 (id 31), sum 2,776.74'] },
  'psql-unaligned': { kind: 'csv', has: ['exit 0, 81 rows, 6 columns', ' price: 0.72 to 96.28 (id 31)'] },
  'psql-script': {
    kind: 'table',
    has: [
      'exit 0, 1 error, 3 tables, 71 rows',
      ' psql:script.sql:4: ERROR:  column "nme" does not exist\n LINE 1: select nme from products;',
      ' HINT:  Perhaps you meant to reference the column "products.name".',
      ' 47 rows: id, name, price',
    ],
  },
  'psql-describe': {
    kind: 'table',
    has: [
      'exit 0, 3 tables, 14 columns',
      'Table "public.customers": id integer not null default nextval, name character varying(80) not null, email text,',
      ' "orders_pkey" PRIMARY KEY, btree (id)',
      ' "orders_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES customers(id)',
      'Table "public.order_lines": order_id integer not null, line integer not null, product text, price numeric(8,2)',
    ],
  },
  'psql-explain': {
    kind: 'query plan',
    has: [
      '7 nodes, planning time 0.931 ms, execution time 0.387 ms',
      ' 3: Limit: 5 rows, 0.29 ms',
      ' 12: Seq Scan on orders o: 134 rows, 0.08 ms, 266 removed by its filter',
    ],
  },
  'mysql-verbose': { kind: 'table', has: ['2 tables, 84 rows', ' category | count(*):'] },
  'mysql-error': {
    kind: 'table',
    has: [
      'exit 1, 1 error, 80 rows',
      " ERROR 1054 (42S22) at line 1: Unknown column 'nme' in 'SELECT'",
      ...wholeRows,
    ],
  },
  'mysql-vertical': { kind: 'table', has: ['80 rows', ...wholeRows] },
  'mysql-xml': {
    kind: 'xml',
    has: [
      '<resultset>, 561 elements, 18 KB',
      ' row: 80 of {id, name, category, price, stock, added}',
      'category: tools ×23',
    ],
  },
  'commits-csv': {
    kind: 'csv',
    has: [
      '61 rows, 4 columns, 2.2 KB',
      ' columns: hash, date, author, subject',
      ' author: Demo 0 ×20, Demo 2 ×20, Demo 1 ×20, Demo ×1',
      ' last (line 62): d7cc193, 2026-11-22, Demo, shelf',
    ],
  },
  'commits-ndjson': {
    kind: 'ndjson',
    has: ['61 records', ' each of {hash, author, date, subject}', 'author: Demo 0 ×20'],
  },
  'eslint-json': {
    kind: 'json',
    has: [
      'exit 1, 2 items',
      "problems:\n /tmp/demodata/js/src/cart.js:2 'total' is assigned a value but never used. (no-unused-vars)",
      'errorCount: sum 3 (most 3: cart.js), warningCount: sum 5 (most 3: money.js)',
    ],
  },
  'npm-ls-json': {
    kind: 'json',
    has: [
      '3 keys, 6 direct dependencies, no problems',
      ' version 1.4.0, name shelf',
      'eslint 9.10.0, hono 4.6.0, picocolors 1.0.0, semver 7.3.0',
    ],
  },
  'cargo-metadata': {
    kind: 'json',
    has: ['3 packages, 3 of the workspace', 'names: krate 0.3.1, one 0.1.0, two 0.1.0'],
  },
  'kubectl-yaml': {
    kind: 'yaml',
    has: [
      '5 documents, 102 lines',
      ' each of {apiVersion, kind, metadata, spec?, status?, data?}',
      'runs: Deployment/web, Deployment/{cart, search}',
      'kind: Deployment ×3, ConfigMap ×1, Service ×1',
    ],
  },
  'mcp-tools-list': {
    kind: 'json',
    has: [
      ' tools: 13 of {name, title, description, inputSchema, annotations, execution, outputSchema?}',
      'names: echo, get-annotated-message, get-env',
      'simulate-research-query',
    ],
  },
  'mcp-directory-tree': {
    kind: 'json',
    has: [
      '14 files, 2 folders',
      'by kind: .ts 14',
      ' api/ 12: cart.ts, coupon.ts, invoice.ts,',
      ' store/ 2: load-record.ts, open-store.ts\n structuredContent: the same',
    ],
  },
  'mcp-image': { kind: 'mcp', has: ['1 other block', ' image image/png 5,380 characters'] },
};

describe('recorded data', () => {
  test.each(Object.entries(views))('%s: what it is, how much, what it holds', async (name, { kind, has }) => {
    const view = await splitRecording({
      ...recording(`data/${name}`),
      level: 'balanced',
      isSummarized: true,
    });
    expect(view.kind).toBe(kind);
    for (const part of has) expect(view.text).toContain(part);
    expect(view.tokens).toBeLessThanOrEqual(400);
  });

  test('an MCP result that has its text twice is reported once, and its list of files is one', async () => {
    const view = await splitRecording({ ...recording('data/mcp-search-files'), level: 'balanced' });
    expect(view.kind).toBe('listing');
    expect(view.text).toContain('search_files: 163 files');
    expect(view.text).toContain(' structuredContent: the same');
  });

  test.each(Object.keys(views))('%s: the smallest view is still bounded', async (name) => {
    const view = await splitRecording({ ...recording(`data/${name}`), level: 'minimal' });
    expect(view.tokens).toBeLessThanOrEqual(120);
  });
});
