import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Given } from '#components/artifacts/cards/given.ts';
import { parseGivenDraft } from '#components/chat/given-draft.ts';
import { type GivenDraft, useGivenDraft } from '#components/chat/use-given-draft.ts';
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
function draftOfOneRender(): GivenDraft {
  let draft: GivenDraft | null = null;
  function Holder() {
    draft = useGivenDraft('conv_a');
    return null;
  }
  renderToStaticMarkup(createElement(Holder));
  if (draft === null) throw new Error('nothing was rendered');
  return draft;
}
const given = (artifactId: string, tokens = 1): Given => ({ artifactId, title: artifactId, tokens });
const written = () => parseGivenDraft(kept.get('vitrine-given:conv_a') ?? null).map((one) => one.artifactId);

test('adding to a draft keeps what was added before', () => {
  const draft = draftOfOneRender();
  draft.add(given('art_a'));
  expect(draft.add(given('art_b'))).toBeNull();
  expect(written()).toEqual(['art_a', 'art_b']);
  draft.drop(given('art_a'));
  expect(written()).toEqual(['art_b']);
});

test('adding to a draft does not bring back what was sent meanwhile', () => {
  kept.set('vitrine-given:conv_a', JSON.stringify([given('art_sent')]));
  const draft = draftOfOneRender();
  draftOfOneRender().clear();
  draft.add(given('art_new'));
  expect(written()).toEqual(['art_new']);
});

test('the same attachment is added once, and the limit applies to the current draft', () => {
  const draft = draftOfOneRender();
  draft.add(given('art_a', limits.givenTokens));
  expect(draft.add(given('art_a'))).toBeNull();
  expect(draft.add(given('art_b'))).toContain('tokens');
  expect(written()).toEqual(['art_a']);
});

test('attachments that could not be sent return before those added since', () => {
  const draft = draftOfOneRender();
  draft.add(given('art_new'));
  draft.restore([given('art_refused'), given('art_new')]);
  expect(written()).toEqual(['art_refused', 'art_new']);
});
