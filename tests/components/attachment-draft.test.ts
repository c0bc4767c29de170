import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import { parseAttachmentDraft } from '#components/chat/composer/attachment-draft.ts';
import { type AttachmentDraft, useAttachmentDraft } from '#components/chat/composer/use-attachment-draft.ts';
import { limits } from '#lib/core/limits.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The draft as one render passed it on: by the time it is used it may be stale. */
function draftOfOneRender(): AttachmentDraft {
  let draft: AttachmentDraft | null = null;
  function Holder() {
    draft = useAttachmentDraft('conv_a');
    return null;
  }
  renderToStaticMarkup(createElement(Holder));
  if (draft === null) throw new Error('nothing was rendered');
  return draft;
}
const attachment = (artifactId: string, tokens = 1): DraftAttachment => ({
  artifactId,
  title: artifactId,
  tokens,
});
const written = () =>
  parseAttachmentDraft(kept.get('vitrine-attachments:conv_a') ?? null).map((one) => one.artifactId);

test('adding to a draft keeps what was added before', () => {
  const draft = draftOfOneRender();
  draft.add(attachment('art_a'));
  expect(draft.add(attachment('art_b'))).toBeNull();
  expect(written()).toEqual(['art_a', 'art_b']);
  draft.drop(attachment('art_a'));
  expect(written()).toEqual(['art_b']);
});

test('adding to a draft does not bring back what was sent meanwhile', () => {
  kept.set('vitrine-attachments:conv_a', JSON.stringify([attachment('art_sent')]));
  const draft = draftOfOneRender();
  draftOfOneRender().clear();
  draft.add(attachment('art_new'));
  expect(written()).toEqual(['art_new']);
});

test('the same attachment is added once, and the limit applies to the current draft', () => {
  const draft = draftOfOneRender();
  draft.add(attachment('art_a', limits.attachmentTokens));
  expect(draft.add(attachment('art_a'))).toBeNull();
  expect(draft.add(attachment('art_b'))).toContain('tokens');
  expect(written()).toEqual(['art_a']);
});

test('attachments that could not be sent return before those added since', () => {
  const draft = draftOfOneRender();
  draft.add(attachment('art_new'));
  draft.restore([attachment('art_refused'), attachment('art_new')]);
  expect(written()).toEqual(['art_refused', 'art_new']);
});

test('a draft from before an update keeps its attachments', () => {
  kept.set('vitrine-given:conv_a', JSON.stringify([attachment('art_old')]));
  draftOfOneRender().add(attachment('art_new'));
  expect(written()).toEqual(['art_old', 'art_new']);
  draftOfOneRender().clear();
  expect([...kept.keys()]).toEqual([]);
});
