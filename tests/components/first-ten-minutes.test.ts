import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { ShareAudienceChoice } from '#components/artifacts/sharing/share-audience-choice.tsx';
import { modelHint } from '#components/chat/model-hint.ts';
import { OfflineNote } from '#components/chat/offline-note.tsx';
import { StartingThread } from '#components/chat/starting-thread.tsx';
import { PageNotFound } from '#components/layout/page-not-found.tsx';
import { suggestRaise } from '#components/savings/suggest-raise.ts';
import { AddWorkspaceForm } from '#components/workspaces/add-workspace-form.tsx';
import { WorktreeStatus } from '#components/workspaces/worktree-status.tsx';
import type { ModelView } from '#lib/core/api/model-view.ts';
import type { WorktreeAct } from '#lib/core/conversation/conversation-state.ts';

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

test('the composer mentions local mode only if nobody signs in', () => {
  const model: ModelView = {
    ...{ id: 'gpt-5-mini', label: 'gpt-5-mini', isOffline: false, hasVision: true, hasReasoning: false },
    ...{ price: null, priceDate: null, costlierAbove: null, windowTokens: null, isAllowed: true },
  };
  expect(modelHint({ models: [model], isTeam: false }, model)).toBe('gpt-5-mini · local mode');
  expect(modelHint({ models: [model], isTeam: true }, model)).toBe('gpt-5-mini');
  // Where there are several, the composer names it beside Send.
  expect(modelHint({ models: [model, model], isTeam: false }, model)).toBe('local mode');
});

test('while a conversation is being created, its message and the current step are visible', () => {
  const draw = (copyOf: string | null) =>
    textOf(
      renderToStaticMarkup(
        createElement(StartingThread, {
          memberId: 'mem_a',
          name: 'Ada',
          text: 'fix the cart',
          attachments: [],
          copyOf,
        }),
      ),
    );
  expect(draw('shop')).toContain('fix the cart');
  expect(draw('shop')).toContain('copying shop into a worktree of its own');
  expect(draw(null)).not.toContain('copying');
});

describe('the status of a worktree in one sentence', () => {
  const merged: WorktreeAct = {
    v: 1,
    id: '1-0',
    parentId: null,
    type: 'worktree.merged',
    data: { fileCount: 1, by: { id: 'm', name: 'Ada' } },
    timestamp: '2026-11-22T10:00:00.000Z',
  };
  const report = (changedFiles: number | null, act: WorktreeAct | null, isRunning = false) =>
    textOf(
      renderToStaticMarkup(
        createElement(WorktreeStatus, { changedFiles, act, isRunning, workspace: 'shop', isShared: false }),
      ),
    );

  test('does not claim after a merge that nothing changed', () => {
    expect(report(0, merged)).toMatch(/^Ada merged 1 file into shop, .*\. No changes since\.$/);
    expect(report(0, merged)).not.toMatch(/nothing changed/i);
  });

  test('covers an unused worktree, work in progress, and changes', () => {
    expect(report(0, null)).toBe('No changes yet.');
    expect(report(3, merged)).toBe('3 files changed');
    expect(report(3, null, true)).toBe('The agent is working.');
    expect(report(null, null)).toBe('');
  });
});

test('the not-found page links to the start page', () => {
  expect(renderToStaticMarkup(createElement(PageNotFound))).toMatch(/<a [^>]*href="\/"[^>]*>[^<]+<\/a>/);
});

test.each([
  { cloneFrom: [], folders: [] },
  { cloneFrom: [], folders: null },
  { cloneFrom: ['https://example.com/'], folders: [] },
])('adding a workspace has buttons to continue and to cancel, or only one to close: %j', (rules) => {
  const form = createElement(AddWorkspaceForm, { rules, isTeam: false, onAdded: vi.fn(), onClose: vi.fn() });
  const buttons = [...renderToStaticMarkup(form).matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(
    ([, label]) => label,
  );
  const canAdd = rules.folders === null || rules.cloneFrom.length > 0;
  expect(buttons).toEqual(canAdd ? ['Cancel', expect.stringMatching(/^(Add|Clone)$/)] : ['Close']);
});

test('the share dialog mentions signing in only if people can sign in', () => {
  const draw = (isTeam: boolean) => {
    const choice = { value: 'team', isTeam, isLinkAllowed: true, onChange: vi.fn() } as const;
    return textOf(renderToStaticMarkup(createElement(ShareAudienceChoice, choice)));
  };
  expect(draw(true)).toContain('After they sign in.');
  expect(draw(false)).not.toContain('After they sign in.');
  expect(draw(false)).toContain('Only you');
});

test('the note on the offline model can be closed and stays closed', () => {
  const draw = (isClosed: boolean) => renderToStaticMarkup(createElement(OfflineNote, { isClosed }));
  expect(draw(false)).toMatch(/<button[^>]*aria-label="Close this note for good"/);
  expect(draw(true)).toBe('');
});

test('the suggested budget is a round figure above both the current budget and the spending', () => {
  expect(suggestRaise({ amount: 100, spent: 98_514 })).toBe(200_000);
  expect(suggestRaise({ amount: 100, spent: 100 })).toBe(200);
  expect(suggestRaise({ amount: 10_000_000, spent: 10_100_000 })).toBe(20_000_000);
  for (const spent of [1, 99, 160, 399, 400, 401, 7_999, 8_000, 123_456_789]) {
    const raised = suggestRaise({ amount: 99, spent });
    expect(raised).toBeGreaterThan(Math.max(99, spent));
    expect(String(raised)).toMatch(/^[125]0*$/);
  }
});
