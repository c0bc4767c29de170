import { describe, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/** Recordings as they would be summarized: what is recognised, and the lines that the view has. */
const views: Record<string, { kind: string; has: string[] }> = {
  'apply-verbose': {
    kind: 'patch',
    has: [
      'exit 1, does not apply, 5 hunks failed in 5 files, 2 other files failed',
      'failed: src/cart.ts at 1, src/{mail.ts at 1, orders.ts at 8, search.ts at 8, users.ts at 14',
      'cart-35.ts already exists in working directory',
    ],
  },
  blame: {
    kind: 'git blame',
    has: [
      'exit 0, 72 lines, 19 commits',
      'authors (lines): Ada Lind 42, release[bot] 17, Chiara Rossi 7',
      ' newest: 2025-07-01 d587f3e8 Ada Lind 12 lines at 4-70',
      ' oldest: 2025-01-02 01612c8 Ada Lind 21 lines at 2-63',
    ],
  },
  'blame-porcelain': {
    kind: 'git blame',
    has: ['72 lines, 11 commits', 'authors (lines): Ada Lind 56', 'users: say what failed (#164)'],
  },
  'blame-short': { kind: 'git blame', has: ['63 lines, 11 commits', ' 01612c8 39 lines at 10-72'] },
  diff: {
    kind: 'diff',
    has: [
      '9 files, +36 -85, 3 new, 1 deleted, 1 renamed',
      'most changed: src/search.ts -72 deleted, src/{orders.ts +12 -12, fresh.ts +20 new, people.ts +1 -1 renamed from src/users.ts',
      'lines changed in: orders0() 2, orders1() 2',
    ],
  },
  'diff-colour': { kind: 'diff', has: ['9 files, +36 -85, 3 new, 1 deleted, 1 renamed'] },
  'diff-conflict': {
    kind: 'diff',
    has: ['3 files, +128 -4', ' src/cart.ts + return Math.round(input * factor) + 0;'],
  },
  'diff-folders': {
    kind: 'diff',
    has: ['10 files, +119 -119, 6 on one side only', 'most changed: new/src/cart.ts +41 -41'],
  },
  'diff-plain': {
    kind: 'diff',
    has: [
      'exit 1, new/src/cart.ts, +41 -41, 19 hunks',
      ' 1 + export function cart0(input: number): number { // 38',
    ],
  },
  'diff-words': {
    kind: 'diff',
    has: ['src/orders.ts, +12 -12', ' + export function orders0(input: [-number):-]{+bigint):+} number {'],
  },
  fetch: { kind: 'git', has: ['30 new branches, 30 new tags, 1 updated', ' main -> origin/main'] },
  'format-patch': {
    kind: 'git log',
    has: ['3 commits, 2025-03-13 to 2025-03-15, +8 -8', 'oldest: 678fe4ecf3'],
  },
  log: {
    kind: 'git log',
    has: [
      '72 commits, 2025-01-02 to 2025-07-01',
      ' newest: d587f3e8a4 2025-07-01 Ada Lind: round what people pay',
      ' oldest: 01612c89d8 2025-01-02 Ada Lind: start of the shop',
      'authors: Ada Lind 30, Bo van Dam 23, release[bot] 11',
    ],
  },
  'log-colour': {
    kind: 'git log',
    has: ['12 commits, 2025-03-05 to 2025-07-01, +88 -70', 'authors: Ada Lind 7'],
  },
  'log-format': {
    kind: 'git log',
    has: [
      '72 commits, 2025-01-02 to 2025-07-01',
      ' newest: d587f3e 2025-07-01 Ada Lind: round what people pay',
    ],
  },
  'log-fuller': {
    kind: 'git log',
    has: ['12 commits, 2025-03-05 to 2025-07-01', 'authors: Ada Lind 7, Bo van Dam 4'],
  },
  'log-graph': {
    kind: 'git log',
    has: [
      '74 commits',
      ' newest: 05bd70d (discount) mail: leave it to the service',
      'named: d587f3e (HEAD -> main)',
    ],
  },
  'log-names': {
    kind: 'git log',
    has: ['30 commits', ' oldest: cd87088 cart: say what failed (#141)', 'files: src/cart.ts'],
  },
  'log-oneline': { kind: 'git log', has: ['72 commits', ' oldest: 01612c8 start of the shop'] },
  'log-patch': {
    kind: 'git log',
    has: ['4 commits, 2025-03-12 to 2025-03-15, +30 -12', 'most changed: src/extra/orders-65.ts +18 new'],
  },
  'log-spaced-format': {
    kind: 'git log',
    has: [
      'newest: d587f3e (HEAD -> main) 2025-07-01 Ada Lind: round what people pay',
      '(tag: v1.3.0, hotfix/1.3.1)',
    ],
  },
  'log-stat': {
    kind: 'git log',
    has: ['25 commits, 2025-02-21 to 2025-07-01, +142 -106', 'most changed: src/cart.ts 64'],
  },
  reflog: {
    kind: 'git log',
    has: ['76 entries', ' oldest: 01612c8 HEAD@{75}: commit (initial): start of the shop'],
  },
  show: {
    kind: 'git log',
    has: [
      '1 commit, 3 files, +36 -36',
      ' d587f3e8a4 2025-07-01 Ada Lind: round what people pay',
      'most changed: src/cart.ts +12 -12, src/{mail.ts +12 -12, orders.ts +12 -12',
    ],
  },
  status: {
    kind: 'git status',
    has: [
      'on main, 12 staged, 6 not staged, 33 untracked',
      'not staged: assets/logo.bin, scripts/deploy.sh, src/{cart.ts, orders.ts, search.ts deleted, users.ts deleted',
      'untracked: drafts/, grüße.txt,',
    ],
  },
  'status-porcelain': {
    kind: 'git status',
    has: ['on main, 90 entries, 12 staged, 6 not staged, 72 untracked'],
  },
  tags: { kind: 'git refs', has: ['64 tags, highest version v1.3.0'] },
};

/** Recordings that a view shows whole, at the level that shortens them. */
const shortViews: Record<string, { kind: string; has: string[] }> = {
  'apply-reject': {
    kind: 'patch',
    has: [
      '5 hunks failed in 2 files, first src/file2.ts:2, 1 other file failed, 1 file without trouble',
      'src/file3.ts 3 (at 2, at 27, at 52)',
    ],
  },
  shortlog: { kind: 'git shortlog', has: ['172 commits, by 61 authors, 31 with 1 commit', 'Author 1 31'] },
  'am-failed': {
    kind: 'patch',
    has: ['2 hunks failed in 2 files, at "cart: discounts for everybody"', 'failed hunks: src/cart.ts at 1'],
  },
  'apply-failed': {
    kind: 'patch',
    has: ['5 hunks failed in 5 files, 2 other files failed', 'failed: src/cart.ts at 1'],
  },
  commit: { kind: 'git', has: ['1 commit, 20 files, +20 -0, 20 new'] },
  'diff-stat': {
    kind: 'diff stat',
    has: ['9 files, +36 -85, 3 new, 1 deleted, 1 renamed', 'src/search.ts -72 deleted'],
  },
  'patch-failed': {
    kind: 'patch',
    has: ['13 of 18 hunks failed in 4 files, first src/mail.ts:1, 5 ignored in 3 files', 'src/orders.ts 4'],
  },
  'rebase-conflict': {
    kind: 'git',
    has: [
      '2 conflicts (2 content)',
      ' error: could not apply 955ab7c... cart: discounts for everybody',
      'src/cart.ts',
    ],
  },
  'status-rebase': {
    kind: 'git status',
    has: [
      "rebasing branch 'discount' on '7228e65', 2 in conflict",
      'in conflict: src/cart.ts, src/orders.ts',
    ],
  },
  'status-short': {
    kind: 'git status',
    has: ['on main, 51 entries, 12 staged, 6 not staged, 33 untracked', 'staged: src/fresh.ts new'],
  },
};

/** These are shown whole at every level. */
const wholeViews = [
  'branches',
  'clone',
  'diff-name-status',
  'diff-numstat',
  'merge-conflict',
  'pull',
  'push-rejected',
  'status-conflict',
];

const viewOf = (name: string, level: 'minimal' | 'balanced', how: { isSummarized?: true } = {}) => {
  const { tool, args, exitCode, bytes } = recording(`git/${name}`);
  return splitRecording({ tool, args, exitCode, bytes, level, ...how });
};

describe('what git, diff and patch print, recorded', () => {
  test.each(Object.entries(views))(
    '%s: outcome, counts and the first places are reported',
    async (name, { kind, has }) => {
      const view = await viewOf(name, 'balanced', { isSummarized: true });
      expect(view.kind).toBe(kind);
      for (const part of has) expect(view.text).toContain(part);
      expect(view.tokens).toBeLessThanOrEqual(400);
    },
  );

  test.each(Object.entries(shortViews))(
    '%s: the outcome fits a minimal view',
    async (name, { kind, has }) => {
      const view = await viewOf(name, 'minimal', { isSummarized: true });
      expect(view.kind).toBe(kind);
      for (const part of has) expect(view.text).toContain(part);
      expect(view.tokens).toBeLessThanOrEqual(120);
    },
  );

  test.each(wholeViews)('%s: what is short stays whole', async (name) => {
    const view = await viewOf(name, 'balanced');
    expect(view.kind).toBe('whole');
  });
});
