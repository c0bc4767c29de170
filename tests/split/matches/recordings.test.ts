import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

const definition =
  'src/store/load-record.ts:4: export async function loadRecord(kind: string, id: string): Promise<unknown> { (definition)';

/** Recordings as they would be summarized: lines that the view has. */
const views: Record<string, string[]> = {
  'rg-plain': [
    'exit 0, 80 matches in 28 files',
    ` ${definition}`,
    ' docs/records.md:3: `loadRecord(kind, id)` reads one record.',
    'by file: src/api/order.ts 4, src/api/{user.ts 4',
    'by folder: src/ 40, tests/ 36, docs/ 2, ./ 2',
  ],
  'rg-heading-coloured': ['loadRecord: 80 matches in 28 files', definition, 'by file: src/api/order.ts 4'],
  'rg-json': ['loadRecord: 80 matches in 28 files', definition, 'by folder: src/ 40'],
  'rg-context': ['40 matches in 13 files', definition],
  'rg-heading-context': ['36 matches in 12 files', ' tests/refund.test.ts:2: import { loadRecord }'],
  'rg-no-number': ['80 matches in 28 files', definition.replace(':4:', ':')],
  'rg-only': ['80 matches in 28 files', '1 different text: loadRecord ×80'],
  'rg-vimgrep': ['80 matches in 28 files', definition],
  'grep-recursive': ['80 matches in 28 files', definition, ' grep: ./shelf.bin: binary file matches'],
  'grep-no-number': ['76 matches in 25 files', definition.replace(':4:', ':')],
  'grep-minified': ['8 matches in 3 files', ' bundle.min.js:1: …', 'function loadRecord(k,i){return null}'],
  'grep-missing': [
    'exit 2, 76 matches in 25 files',
    ' grep: nowhere: No such file or directory',
    'by folder: src/ 40, tests/ 36',
  ],
  'grep-count': ['82 matches in 29 files', 'by file: ./src/api/cart.ts 4'],
  'grep-context': ['15 matches in 12 files', ' src/api/label.ts:3: // TODO: check the rights of who asks'],
  'grep-single': ['exit 0, 27 matches', ' 4: export async function getCart(id: string) {'],
  'git-grep': ['80 matches in 28 files', definition, ' Binary file shelf.bin matches'],
  'git-grep-plain': ['80 matches in 28 files', ' HEAD:src/store/load-record.ts: export async'],
  'git-grep-heading': ['80 matches in 28 files', definition],
  'ag-plain': ['80 matches in 28 files', definition],
  'ag-group': ['80 matches in 28 files', definition],
  'ack-plain': ['79 matches in 27 files', definition],
};

describe('recorded searches', () => {
  test.each(Object.entries(views))(
    '%s: counts, the first match, the definition, the files',
    async (name, has) => {
      const view = await splitRecording({
        ...recording(`matches/${name}`),
        level: 'balanced',
        isSummarized: true,
      });
      expect(view.kind).toBe('matches');
      for (const part of has) expect(view.text).toContain(part);
      expect(view.tokens).toBeLessThanOrEqual(400);
    },
  );

  test.each(['rg-count', 'rg-files', 'rg-stats'])('%s is short, and stays whole', async (name) => {
    const recorded = recording(`matches/${name}`);
    const view = await splitRecording({ ...recorded, level: 'balanced' });
    expect(view.text).toBe(recorded.text);
  });

  test.each(Object.keys(views))('%s: the smallest view still counts', async (name) => {
    const view = await splitRecording({ ...recording(`matches/${name}`), level: 'minimal' });
    expect(view.text).toMatch(/\d+ matches/);
    expect(view.tokens).toBeLessThanOrEqual(120);
  });
});
