import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { formatBudget, formatRemedy } from '#components/savings/recalls/format-remedy.ts';
import { RecallsPage } from '#components/savings/recalls/recalls-page.tsx';
import { ResourceProvider } from '#components/ui/resource-provider.tsx';
import type { KindReading } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import type { Widening } from '#lib/core/vocabulary/ledger/widening-schema.ts';

vi.mock('#components/layout/menu-button.tsx', () => ({ MenuButton: () => null }));

const kind = (change: Partial<KindReading> = {}): KindReading => ({
  toolName: 'read_file',
  summarizer: 'source',
  calls: 40,
  recalls: 9,
  countedAnewFrom: null,
  budget: { by: 'level', level: 'balanced', tokens: 400 },
  now: { tokens: 400, steps: 0 },
  remedy: null,
  ...change,
});
const step = (number: number, change: Partial<Widening> = {}): Widening => ({
  number,
  timestamp: '2026-03-10T09:00:00.000Z',
  toolName: 'read_file',
  summarizer: 'source',
  level: 'balanced',
  fromTokens: 400,
  toTokens: 600,
  calls: 40,
  recalls: 9,
  undone: null,
  ...change,
});
const page = (props: Partial<Parameters<typeof RecallsPage>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(
      ResourceProvider,
      null,
      createElement(RecallsPage, {
        report: { isWidening: true, kinds: [kind()], widenings: [] },
        tool: null,
        isAdmin: true,
        ...props,
      }),
    ),
  );

test('every state of a view kind is described in words', () => {
  const say = (change: Partial<KindReading>, isWidening = true) => formatRemedy(kind(change), isWidening);
  const widen = { kind: 'widen', fromTokens: 400, toTokens: 600 } as const;
  expect(say({ calls: 40, recalls: 6 })).toBe('within 15%');
  expect(say({ calls: 19 })).toBe('too few calls to say');
  expect(say({ calls: 3, countedAnewFrom: '2026-03-11' })).toBe('counting again since 11 Mar');
  expect(say({ remedy: widen })).toBe('widens to 600 tokens when a run ends');
  expect(say({ remedy: widen }, false)).toBe('could widen to 600 tokens');
  expect(say({ remedy: { kind: 'configured' } })).toBe('set in the config file: never widens');
  expect(say({ remedy: { kind: 'no_budget' } })).toBe('has no budget, so it cannot widen');
  expect(say({ remedy: { kind: 'widest' } })).toBe('already at its widest');
  expect(say({ remedy: { kind: 'rests', until: '2026-04-09T09:00:00.000Z' } })).toBe(
    'undone: no widening before 9 Apr',
  );
});

test('a budget is shown with who set it', () => {
  expect(formatBudget(kind())).toBe('400');
  expect(formatBudget(kind({ now: { tokens: 600, steps: 1 } }))).toBe('600, from 400');
  const configured = { by: 'config', level: 'balanced', tokens: 90 } as const;
  expect(formatBudget(kind({ budget: configured, now: { tokens: 90, steps: 0 } }))).toBe('90, config');
  expect(formatBudget(kind({ budget: { by: 'nothing' }, now: null }))).toBe('none');
});

test('an admin can undo the latest widening of a kind, a member cannot', () => {
  const widenings = [
    step(1),
    step(2, { fromTokens: 600, toTokens: 900 }),
    step(3, {
      summarizer: 'json',
      undone: { timestamp: '2026-03-11T09:30:00.000Z', by: { id: 'a', name: 'Ada' } },
    }),
  ];
  const report = { isWidening: true, kinds: [kind()], widenings };
  const markup = page({ report });
  expect(markup.match(/>Undo</g)).toHaveLength(1);
  expect(markup).toContain('undone by Ada, 11 Mar 09:30');
  expect(markup).toContain('9 recalls of 40 calls, 22.5%');
  expect(markup.indexOf('600 → 900')).toBeLessThan(markup.lastIndexOf('400 → 600'));
  const asMember = page({ report, isAdmin: false });
  expect(asMember).not.toContain('>Undo<');
  expect(asMember).not.toContain('type="checkbox"');
  expect(asMember).toContain('Only admins can change this');
});

test('filtered by a tool, the page shows only its kinds, or says that there are none', () => {
  const report = {
    isWidening: false,
    kinds: [kind(), kind({ toolName: 'grep_file', summarizer: 'matches' })],
    widenings: [],
  };
  expect(page({ report })).toContain('grep_file');
  expect(page({ report, tool: 'read_file' })).not.toContain('grep_file');
  expect(page({ report, tool: 'list_files' })).toContain('No views of list_files in this period');
  expect(page({ report })).toContain('No summaries have been widened yet.');
});
