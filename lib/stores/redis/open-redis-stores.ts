import { apiTokenSchema } from '#lib/core/vocabulary/team/api-token.ts';
import { sessionSchema } from '#lib/core/vocabulary/team/member.ts';
import type { Stores } from '../stores.ts';
import { createArtifactBudget } from './artifact-budget.ts';
import { createArtifactLimit } from './artifact-limit.ts';
import { createArtifacts } from './artifacts.ts';
import { createAudit } from './audit.ts';
import { createBulk } from './bulk.ts';
import { openConnection } from './connection.ts';
import { createConversations } from './conversations.ts';
import { createCredentials } from './credentials.ts';
import { createDeliveries } from './deliveries.ts';
import { describeRedis } from './describe-redis.ts';
import { createEvents } from './events.ts';
import { createHealth } from './health.ts';
import { createKeys } from './keys.ts';
import { createLeases } from './leases.ts';
import { createLedger } from './ledger.ts';
import { createListChanges } from './list-changes.ts';
import { createMemberNames } from './member-names.ts';
import { createMembers } from './members.ts';
import { createPageFiles } from './page-files.ts';
import { createPictures } from './pictures.ts';
import { createPins } from './pins.ts';
import { createPreferences } from './preferences.ts';
import { createPrompts } from './prompts.ts';
import { createPushSubscriptions } from './push-subscriptions.ts';
import { createRunners } from './runners.ts';
import { createSearch } from './search.ts';
import { createSecrets } from './secrets.ts';
import { createSettings } from './settings.ts';
import { createShares } from './shares.ts';
import { createInvites, createOnce, createRates, createTokenRecords } from './sign-in.ts';
import { openSubscriber } from './subscriber.ts';
import { createToolDefinitions } from './tool-definitions.ts';
import { createUnread } from './unread.ts';
import { createWidenings } from './widenings.ts';
import { createWorkspaces } from './workspaces.ts';

export interface RedisStoresOptions {
  /** As `parseRedisUrl` reads it. */
  url: string;
  /** Prefix of every key and channel, without braces. */
  keyPrefix: string;
  /** Byte budget of all artifacts; `null`: half of Redis' memory limit. */
  artifactBytes?: number | null;
  /** Also while a copy of another store fills this one: for that copy. */
  isFilling?: boolean;
}

/**
 * The hosted store, for any number of processes. Each has two connections: one for commands, one for
 * subscriptions. Opening does not wait: while Redis is unavailable every method rejects, and everything works
 * again once it is back.
 */
export function openRedisStores({
  url,
  keyPrefix,
  artifactBytes = null,
  isFilling = false,
}: RedisStoresOptions): Stores {
  const keys = createKeys(keyPrefix);
  const connection = openConnection(url, keys, isFilling);
  const subscriber = openSubscriber(url);
  const budget = createArtifactBudget(connection, keys, createArtifactLimit(connection, artifactBytes));
  const artifacts = createArtifacts(connection, keys, budget);
  const shares = createShares(connection, keys, artifacts);
  return {
    conversations: createConversations(connection, keys, artifacts),
    events: createEvents(connection, subscriber, keys),
    artifacts,
    shares,
    ledger: createLedger(connection, keys),
    leases: createLeases(connection, subscriber, keys),
    members: createMembers(connection, keys),
    memberNames: createMemberNames(connection, keys),
    sessions: createTokenRecords(
      connection,
      { record: keys.session, listOf: keys.sessionsOf },
      sessionSchema,
    ),
    apiTokens: createTokenRecords(
      connection,
      { record: keys.apiToken, listOf: keys.apiTokensOf },
      apiTokenSchema,
    ),
    invites: createInvites(connection, keys),
    once: createOnce(connection, keys),
    rates: createRates(connection, keys),
    audit: createAudit(connection, keys),
    pins: createPins(connection, keys),
    unread: createUnread(connection, keys),
    listChanges: createListChanges(connection, subscriber, keys),
    settings: createSettings(connection, keys),
    widenings: createWidenings(connection, keys),
    toolDefinitions: createToolDefinitions(connection, keys),
    deliveries: createDeliveries(connection, keys.deliveries),
    pushDeliveries: createDeliveries(connection, keys.pushDeliveries),
    prompts: createPrompts(connection, keys),
    preferences: createPreferences(connection, keys),
    pictures: createPictures(connection, keys),
    pushSubscriptions: createPushSubscriptions(connection, keys),
    secrets: createSecrets(connection, keys),
    credentials: createCredentials(connection, keys),
    workspaces: createWorkspaces(connection, keys),
    runners: createRunners(connection, keys),
    search: createSearch(connection, keys),
    pageFiles: createPageFiles(connection, keys),
    bulk: createBulk(connection, keys, budget),
    health: createHealth(connection, keys.health),
    describe: describeRedis(connection),
    async sweep() {
      await shares.sweep();
      await budget.sweep();
    },
    async close() {
      subscriber.close();
      await connection.close();
    },
  };
}
