import { describe, expect, test } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import { changeLimits } from '../support/change-limits.ts';
import { describeArtifactBudget } from './artifact-budget-contract.ts';
import { describeArtifactLimit } from './artifact-limit-contract.ts';
import { describeArtifacts } from './artifacts-contract.ts';
import { describeAudit } from './audit-contract.ts';
import { describeBulk } from './bulk-contract.ts';
import { describeConversations } from './conversations-contract.ts';
import { describeCredentials } from './credentials-contract.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { describeEvents } from './events-contract.ts';
import { describeLeases } from './leases-contract.ts';
import { describeLedger } from './ledger-contract.ts';
import { describeListChanges } from './list-changes-contract.ts';
import { describeMemberNames } from './member-names-contract.ts';
import { describeMembers } from './members-contract.ts';
import { openedStores } from './opened-stores.ts';
import { describePageFiles } from './page-files-contract.ts';
import { describePins } from './pins-contract.ts';
import { describeProfile } from './profile-contract.ts';
import { describePrompts } from './prompts-contract.ts';
import { describeRunners } from './runners-contract.ts';
import { delta, isoAfter, message, newId, sampleArtifact, sampleConversation } from './samples.ts';
import { describeSearch } from './search-contract.ts';
import { describeSecrets } from './secrets-contract.ts';
import { describeSettings } from './settings-contract.ts';
import { describeShares } from './shares-contract.ts';
import { describeSignIn } from './sign-in-contract.ts';
import type { StoreOpener } from './store-opener.ts';
import { describeStreams } from './streams-contract.ts';
import { describeToolDefinitions } from './tool-definitions-contract.ts';
import { describeUnread } from './unread-contract.ts';
import { describeWidenings } from './widenings-contract.ts';
import { describeWorkspaces } from './workspaces-contract.ts';

/** Every promise of lib/stores/stores.ts. */
export function describeStores(open: StoreOpener): void {
  describe('conversations', () => describeConversations(open));
  describe('events', () => describeEvents(open));
  describe('event streams', () => describeStreams(open));
  describe('artifacts', () => describeArtifacts(open));
  describe('the size limit of one artifact', () => {
    changeLimits({ artifactBytes: 8 * 1024 * 1024 });
    describeArtifactLimit(open);
  });
  describe('the size limit of all artifacts', () => describeArtifactBudget(open));
  describe('shares', () => describeShares(open));
  describe('the ledger', () => describeLedger(open));
  describe('leases', () => describeLeases(open));
  describe('members', () => describeMembers(open));
  describe('sign-in', () => describeSignIn(open));
  describe('pins', () => describePins(open));
  describe('unread marks', () => describeUnread(open));
  describe('changes of lists', () => describeListChanges(open));
  describe('the audit log', () => describeAudit(open));
  describe('settings', () => describeSettings(open));
  describe('widenings', () => describeWidenings(open));
  describe('definitions of tools', () => describeToolDefinitions(open));
  describe('credentials', () => describeCredentials(open));
  describe('secrets', () => describeSecrets(open));
  describe('deliveries to the webhook', () => describeDeliveries(open, 'deliveries'));
  describe('deliveries to browsers', () => describeDeliveries(open, 'pushDeliveries'));
  describe('prompts', () => describePrompts(open));
  describe('files of pages', () => describePageFiles(open));
  describe('names of members', () => describeMemberNames(open));
  describe('runners', () => describeRunners(open));
  describe('profiles', () => describeProfile(open));
  describe('the search index', () => describeSearch(open));
  describe('workspaces', () => describeWorkspaces(open));
  describe('copies of whole stores', () => describeBulk(open));
  describe('the stores', () => describeWhole(open));
}

function describeWhole(open: StoreOpener): void {
  const opened = openedStores(open);

  test('are healthy while they respond', async () => {
    expect(await opened().stores.health()).toBeNull();
  });

  test('reject with storage_unavailable once they do not respond, and report it', async () => {
    const { stores } = opened();
    await stores.close();
    const id = newId('conv');
    const calls = [
      () => stores.conversations.create(sampleConversation()),
      () => stores.conversations.get(id),
      () => stores.conversations.list(),
      () => stores.conversations.update(id, { title: 'x' }),
      () => stores.conversations.delete(id),
      () => stores.conversations.claimOnce('x'),
      () => stores.events.append(id, [message('a')]),
      () => stores.events.appendLive(id, [delta('a')]),
      () => stores.events.read(id, { durable: null, live: null }, 10),
      () => stores.events.readDurable(id, null, 10),
      () => stores.artifacts.create(sampleArtifact()),
      () => stores.artifacts.get(newId('art')),
      () => stores.artifacts.keep(newId('art'), () => null),
      () => stores.artifacts.adopt(newId('art'), { conversationId: newId('conv'), runId: null }),
      () => stores.artifacts.hashBytes(newId('art')),
      () => stores.artifacts.readBytes(newId('art'), 0, 1),
      () => stores.shares.list(),
      () => stores.shares.findByTokenHash('x'),
      () => stores.ledger.list(isoAfter(0), isoAfter(1)),
      () => stores.leases.acquire(id, 'token', 1_000),
      () => stores.leases.listPending(),
      () => stores.members.list(),
      () => stores.members.change(() => []),
      () => stores.sessions.find('x'),
      () => stores.invites.take('x'),
      () => stores.once.take('x'),
      () => stores.rates.hit('x', 1_000),
      () => stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 1),
      () => stores.settings.get(),
      () => stores.settings.change({ linkShares: true }),
      () => stores.pins.listOf('x'),
      () => stores.unread.listOf('x', isoAfter(0)),
      () => stores.unread.recordsOf('x'),
      () => stores.unread.deleteOf('x'),
      () => stores.widenings.list(),
      () => stores.workspaces.list(),
      () => stores.search.indexedTo(id),
      () => stores.search.index(id, { from: null, to: '1', put: [], remove: [], kept: [] }),
      () => stores.search.search({ words: ['x'], facets: [], memberId: 'x', before: null, limit: 1 }),
      () => stores.credentials.get('x', 'y'),
      () => stores.toolDefinitions.list(),
      () => stores.prompts.list(),
      () => stores.preferences.get('x'),
      () => stores.pictures.versions(),
      () => stores.pageFiles.read('x'),
      () => stores.memberNames.replace('x', 'y', []),
      () => stores.runners.list(),
      () => stores.pushSubscriptions.listOf('x'),
      () => stores.deliveries.nextDueMs(),
      () => stores.sweep(),
    ];
    for (const call of calls) {
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error, String(call)).toBeInstanceOf(VitrineError);
      expect(error).toMatchObject({ code: 'storage_unavailable' });
    }
    expect(await stores.health()).toBe('The storage does not answer.');
  });

  test('can be closed twice', async () => {
    await opened().stores.close();
    await opened().stores.close();
  });
}
