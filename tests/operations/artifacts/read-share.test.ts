import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { ShareRequest } from '#lib/core/vocabulary/share.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { createShare } from '#lib/operations/artifacts/create-share.ts';
import {
  findOpenableShare,
  findShare,
  openShare,
  requireShare,
} from '#lib/operations/artifacts/read-share.ts';
import { isoAfter, newId, sampleArtifact } from '#tests/contracts/samples.ts';
import { originAt } from '#tests/support/origin-at.ts';
import { teamBench } from '#tests/support/team-bench.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const bench = teamBench();
const folder = tempFolder();
const local = readConfig({ VITRINE_WORKSPACES: folder });
const team = readConfig({
  VITRINE_WORKSPACES: folder,
  VITRINE_SIGN_IN: 'invites',
  VITRINE_BASE_URL: 'http://localhost:3000',
});

const ada: Member = { id: 'mem_ada', name: 'Ada', role: 'member' };
const visitor = originAt('203.0.113.7');
const doors = (config = team) => ({ stores: bench().stores, nowMs: bench().nowMs, newId, config });
const fault = async (promise: Promise<unknown>) =>
  await promise.then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );

async function share(request: ShareRequest, config = team) {
  const artifact = sampleArtifact();
  const git = { branch: 'main', commit: 'c'.repeat(40) };
  const start = durableEvent('session.start', { model: 'demo', workspace: 'main', git }, isoAfter(0));
  await bench().stores.events.append(artifact.conversationId, [start]);
  const writer = await bench().stores.artifacts.create(artifact);
  await writer.write(Buffer.from('one\ntwo\n'));
  const metadata = await writer.complete(null);
  return await createShare(doors(config), ada, metadata, request);
}
const audited = async () =>
  await bench().stores.audit.list({ actions: ['share.viewed'], by: null, from: null, to: null }, null, 100);

test('public links are disabled in a team until an admin allows them', async () => {
  expect(await fault(share({ audience: 'link' }))).toBe('forbidden');
  expect((await share({ audience: 'team' })).share.audience).toBe('team');
  await bench().stores.settings.change({ linkShares: true });
  const { token } = await share({ audience: 'link' });
  expect(await openShare(doors(), visitor, null, token)).not.toBeNull();
});

test('public links are enabled in local mode, whatever a team once chose', async () => {
  await bench().stores.settings.change({ linkShares: false });
  expect((await share({ audience: 'link' }, local)).share.audience).toBe('link');
});

test('disabling public links again restricts the existing ones to the team', async () => {
  await bench().stores.settings.change({ linkShares: true });
  const { token } = await share({ audience: 'link' });
  await bench().stores.settings.change({ linkShares: false });
  expect(await fault(findShare(doors(), visitor, null, token))).toBe('not_found');
  expect((await findShare(doors(), visitor, ada, token)).share.audience).toBe('link');
});

test('a share says which commit its workspace was at', async () => {
  expect((await share({ audience: 'team' })).share.commit).toBe('c'.repeat(40));
});

test('a team share is invisible without sign-in, and such an attempt does not count as a view', async () => {
  const { token, share: created } = await share({ audience: 'team' });
  expect(await openShare(doors(), visitor, null, token)).toBeNull();
  expect(await fault(requireShare(doors(), visitor, null, token))).toBe('not_found');
  expect((await bench().stores.shares.get(created.id))?.views).toBe(0);
  expect(await audited()).toEqual([]);
});

test('every view of a share’s page is recorded, with the viewer if known', async () => {
  await bench().stores.settings.change({ linkShares: true });
  const { token, share: created } = await share({ audience: 'link' });
  await openShare(doors(), visitor, ada, token);
  await openShare(doors(), visitor, null, token);
  const subject = { id: created.id, name: created.title };
  expect(await audited()).toMatchObject([
    { by: null, subject, network: '203.0.113.0/24' },
    { by: { id: ada.id, name: 'Ada' }, subject },
  ]);
});

test('a share’s page can be preloaded by anybody, any number of times, without counting a view', async () => {
  const { token, share: created } = await share({ audience: 'team', maxViews: 1 });
  for (let at = 0; at < 5; at += 1)
    expect(await findOpenableShare(doors(), visitor, ada, token)).not.toBeNull();
  expect((await bench().stores.shares.get(created.id))?.views).toBe(0);
  expect(await audited()).toEqual([]);
  expect(await fault(requireShare(doors(), visitor, ada, token))).toBe('not_found');
  await openShare(doors(), visitor, ada, token);
  expect(await findOpenableShare(doors(), visitor, ada, token)).toBeNull();
});

test('a share’s page opens as often as its limit, also with 20 attempts at once, and then is not found', async () => {
  const { token, share: created } = await share({ audience: 'team', maxViews: 3 });
  const opened = await Promise.all(Array.from({ length: 20 }, () => openShare(doors(), visitor, ada, token)));
  expect(opened.filter((found) => found !== null)).toHaveLength(3);
  expect((await bench().stores.shares.get(created.id))?.views).toBe(3);
  expect(await audited()).toHaveLength(3);
});

test('after the last view its content stays readable for an hour; before the first view and after that hour it is not', async () => {
  const { token } = await share({ audience: 'team', maxViews: 1 });
  expect(await fault(requireShare(doors(), visitor, ada, token))).toBe('not_found');
  await openShare(doors(), visitor, ada, token);
  expect(await openShare(doors(), visitor, ada, token)).toBeNull();
  bench().pass(3_590);
  expect((await requireShare(doors(), visitor, ada, token)).share.maxViews).toBe(1);
  bench().pass(20);
  expect(await fault(requireShare(doors(), visitor, ada, token))).toBe('not_found');
});

test('a client that guesses tokens is rate limited after 30 a minute, others are not', async () => {
  const { token } = await share({ audience: 'team' });
  const guess = (origin: typeof visitor, guessed: string) => fault(findShare(doors(), origin, null, guessed));
  for (let at = 0; at < 30; at += 1) expect(await guess(visitor, `${at}`)).toBe('not_found');
  expect(await guess(visitor, 'x'.repeat(32))).toBe('too_many_requests');
  // This includes an existing share they may not see: the responses do not differ.
  expect(await guess(visitor, token)).toBe('too_many_requests');
  expect(await guess(originAt('198.51.100.9'), token)).toBe('not_found');
  expect(await openShare(doors(), visitor, null, token)).toBeNull();
  bench().pass(61);
  expect(await guess(visitor, token)).toBe('not_found');
});
