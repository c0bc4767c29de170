import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

const folders = 'by folder: src/ 56, tests/ 12, docs/ 10, public/ 6, scripts/';
/** One project, listed in many ways: 93 files, or 94 with the link that some count. */
const views: Record<string, { kind: string; has: string[] }> = {
  'list-files': {
    kind: 'listing',
    has: ['.: 93 files, 17 folders', 'by kind: .ts 45, .tsx 24, .md 10', folders],
  },
  'find-files': { kind: 'listing', has: ['93 files, 17 folders', folders] },
  'find-all': { kind: 'listing', has: ['66 files, 12 folders', 'by folder: src/ 56, docs/ 10'] },
  'find-depth': { kind: 'listing', has: ['95 files, 18 folders', 'by folder: src/ 56, tests/ 12'] },
  'find-ls': {
    kind: 'listing',
    has: ['93 files, 19 folders, 1 link, 1,119,455 bytes', folders, 'largest: docs/big.pdf 612,345'],
  },
  'git-ls-files': { kind: 'listing', has: ['94 files, 17 folders', folders] },
  'ls-long': {
    kind: 'listing',
    has: [
      'exit 0, 7 files, 6 folders, 6,304 bytes',
      'folders: docs/, empty/, public/, scripts/, src/, tests/',
      'files: .gitignore, LICENSE, README.md, index.html, package.json, tsconfig.json, vite.config.ts',
      'largest: README.md 2,311',
      'newest: vite.config.ts 2026-01-01 13:00',
    ],
  },
  'ls-recursive': {
    kind: 'listing',
    has: [
      '92 files, 19 folders, 1 link, 1,119,394 bytes',
      'top files: LICENSE README.md index.html package.json tsconfig.json',
      'largest: docs/big.pdf 612,345, public/images/photo-5.jpg 86,000',
      'newest: tests/end-to-end/flow-11.spec.ts 2026-01-05 17:00',
    ],
  },
  'ls-recursive-names': { kind: 'listing', has: ['93 files, 19 folders', folders] },
  'ls-human': {
    kind: 'listing',
    has: ['92 files, 19 folders, 1 link, about 1.1M', 'largest: docs/big.pdf 598K'],
  },
  'ls-coloured': { kind: 'listing', has: ['93 files, 19 folders', folders] },
  'ls-missing': {
    kind: 'listing',
    has: [
      'exit 2, 68 files, 12 folders, 85,406 bytes, 2 errors',
      " ls: cannot access 'missing': No such file or directory",
      'by folder: src/ 56, tests/ 12',
    ],
  },
  tree: { kind: 'listing', has: ['tree -a: exit 0, 93 files, 21 folders', folders] },
  'tree-sizes': {
    kind: 'listing',
    has: [
      '68 files, 12 folders, about 83.4K',
      'by folder: src/ 56, tests/ 12',
      'largest: tests/end-to-end/flow-11.spec.ts 2.3K',
    ],
  },
  du: {
    kind: 'du',
    has: [
      'du -ah: exit 0, 1.4M in all, 114 entries',
      'largest folders: docs 644K, public 392K',
      'largest files: docs/big.pdf 600K',
    ],
  },
  'du-bytes': {
    kind: 'du',
    has: ['86 entries', 'largest folders: docs 652937, public 389192', 'largest files: docs/big.pdf 612345'],
  },
};

describe('a recorded listing', () => {
  test.each(Object.entries(views))('%s is summarized by what it lists', async (name, { kind, has }) => {
    const { tool, args, exitCode, bytes } = recording(`listings/${name}`);
    const view = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes, isSummarized: true });
    expect(view.kind).toBe(kind);
    for (const line of has) expect(view.text).toContain(line);
    expect(view.tokens).toBeLessThanOrEqual(400);
  });

  test('that fits is passed whole, in columns too', async () => {
    const { tool, args, exitCode, bytes, text } = recording('listings/ls-columns');
    const view = await splitRecording({ tool, args, exitCode, level: 'balanced', bytes });
    expect(view).toMatchObject({ kind: 'whole', text });
  });

  test('in columns is summarized by its names where it does not fit', async () => {
    const { tool, args, exitCode, bytes } = recording('listings/ls-columns');
    const view = await splitRecording({ tool, args, exitCode, level: 'minimal', bytes });
    expect(view.text).toContain('63 files, ');
  });
});
