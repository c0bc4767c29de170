import { sumsVersion } from '#lib/core/vocabulary/ledger/sums.ts';
/**
 * The name of every key and channel. Braces are hash tags: keys with the same tag are on one node of a
 * cluster, so that a script may use them together. Keys of a conversation contain its ID, keys of an artifact
 * its own (or its share's).
 */
export type RedisKeys = ReturnType<typeof createKeys>;

/** Prefix of every key of the product. */
export const productKeyPrefix = 'vitrine:';

export function createKeys(prefix: string) {
  const conversation = (id: string, noun: string) => `${prefix}{${id}}:${noun}`;
  return {
    prefix,
    events: (conversationId: string) => conversation(conversationId, 'events'),
    live: (conversationId: string) => conversation(conversationId, 'live'),
    onceKeys: (conversationId: string) => conversation(conversationId, 'once-keys'),
    lease: (conversationId: string) => conversation(conversationId, 'lease'),
    /** A set: the conversation's artifacts, for its deletion. */
    artifactsOf: (conversationId: string) => conversation(conversationId, 'artifacts'),
    /** A set: members who pinned it, for its deletion. */
    pinnedBy: (conversationId: string) => conversation(conversationId, 'pinned-by'),
    appended: (conversationId: string) => conversation(conversationId, 'appended'),

    artifactRecord: (id: string) => `${prefix}{${id}}:record`,
    artifactBytes: (id: string) => `${prefix}{${id}}:bytes`,

    /** A hash: the bytes of each stored artifact, and their sum. */
    storedSizes: `${prefix}{stored-bytes}:sizes`,
    storedTotal: `${prefix}{stored-bytes}:total`,
    /** Sorted sets of artifacts: by expiry, and by age those that may be evicted. */
    storedEnds: `${prefix}{stored-bytes}:ends`,
    evictable: `${prefix}{stored-bytes}:evictable`,

    conversations: `${prefix}{conversations}:records`,
    conversationsByChange: `${prefix}{conversations}:by-change`,
    /**
     * The index, beside the records that say who may read what. A hash: how far each log is indexed. Under another name
     * than an index without marks of workspaces was, so that it is made again.
     */
    searchPositions: `${prefix}{conversations}:found:positions`,
    earlierSearch: `${prefix}{conversations}:search:`,
    /** Hashes: the number of each document by conversation and ID, and each document by its number. */
    searchNumbers: `${prefix}{conversations}:found:numbers`,
    searchDocuments: `${prefix}{conversations}:found:documents`,
    /** A number: that of the latest document. It only grows: what was read by a number stays what it was. */
    searchLatest: `${prefix}{conversations}:found:latest`,
    /** A set: the numbers of a conversation's documents. */
    searchNumbersOf: (conversationId: string) => `${prefix}{conversations}:found:of:${conversationId}`,
    /** Before the names of the keys below, which scripts put together: how many they touch depends on the documents. */
    searchBlocks: `${prefix}{conversations}:found:`,
    /** Of a term in a block of numbers: those numbers, two bytes each. Of a mark: a bit for each. */
    searchTerm: (block: number, term: number) => `${prefix}{conversations}:found:${block}:term:${term}`,
    searchMark: (block: number, mark: string) => `${prefix}{conversations}:found:${block}:mark:${mark}`,
    pending: `${prefix}pending`,
    marks: `${prefix}marks`,
    asked: `${prefix}asked`,

    share: (id: string) => `${prefix}{shares}:${id}`,
    shareToken: (tokenHash: string) => `${prefix}{shares}:token:${tokenHash}`,
    sharesByCreation: `${prefix}{shares}:by-creation`,

    members: `${prefix}{members}:records`,
    membersVersion: `${prefix}{members}:version`,
    membersSeen: `${prefix}{members}:seen`,
    session: (tokenHash: string) => `${prefix}{sign-in}:session:${tokenHash}`,
    /** A hash: the member's sessions by their ID. */
    sessionsOf: (memberId: string) => `${prefix}{sign-in}:sessions:${memberId}`,
    apiToken: (tokenHash: string) => `${prefix}{sign-in}:api-token:${tokenHash}`,
    apiTokensOf: (memberId: string) => `${prefix}{sign-in}:api-tokens:${memberId}`,
    invite: (tokenHash: string) => `${prefix}{sign-in}:invite:${tokenHash}`,
    invites: `${prefix}{sign-in}:invites`,
    once: (key: string) => `${prefix}once:${key}`,
    rate: (key: string) => `${prefix}rate:${key}`,
    audit: `${prefix}audit`,
    pinsOf: (memberId: string) => `${prefix}pins:${memberId}`,
    settings: `${prefix}settings`,
    widenings: `${prefix}widenings`,
    toolDefinitions: `${prefix}tool-definitions`,
    secrets: `${prefix}secrets`,
    prompts: `${prefix}prompts`,
    preferencesOf: (memberId: string) => `${prefix}preferences:${memberId}`,
    /** Hashes: by member. */
    pictures: `${prefix}{pictures}:records`,
    pictureVersions: `${prefix}{pictures}:versions`,
    /** A hash: whose each subscription is. */
    pushOwners: `${prefix}{push}:owners`,
    /** A hash: by ID. */
    pushSubscriptionsOf: (memberId: string) => `${prefix}{push}:of:${memberId}`,
    /** A hash, and a sorted set by when each is due. */
    deliveries: { records: `${prefix}{deliveries}:records`, byDue: `${prefix}{deliveries}:by-due` },
    pushDeliveries: {
      records: `${prefix}{push-deliveries}:records`,
      byDue: `${prefix}{push-deliveries}:by-due`,
    },
    /** A hash: by name. */
    credentialsOf: (memberId: string) => `${prefix}credentials:${memberId}`,
    /** Written to test whether Redis accepts writes. */
    health: `${prefix}health`,
    /** A set of builds, and of each a hash: its files by name. */
    pageBuilds: `${prefix}{page-files}:builds`,
    pageFiles: (build: string) => `${prefix}{page-files}:of:${build}`,
    /** A number: the schema version of the stored data. */
    schemaVersion: `${prefix}schema-version`,
    /** Set while a copy of another store fills this one. */
    filling: `${prefix}filling`,
    /** A hash: the latest noteworthy event of each conversation. */
    news: `${prefix}{unread}:news`,
    /** A list: the last noteworthy events of a conversation. */
    newsOf: (conversationId: string) => `${prefix}{unread}:news:${conversationId}`,
    /** Hashes, by conversation: how far a member has read, and where they were last mentioned. */
    readBy: (memberId: string) => `${prefix}{unread}:read:${memberId}`,
    mentionsOf: (memberId: string) => `${prefix}{unread}:mentions:${memberId}`,
    /** A set: members with an entry in one of these hashes, for the conversation's deletion. */
    readersOf: (conversationId: string) => `${prefix}{unread}:readers:${conversationId}`,
    /** A channel: whose list of conversations has changed. */
    listChanges: `${prefix}list-changes`,
    workspaces: `${prefix}workspaces`,
    /** A hash: by address. */
    runners: `${prefix}runners`,

    ledger: `${prefix}{ledger}:entries`,
    ledgerByTime: `${prefix}{ledger}:by-time`,
    /** A hash: the sums of each group of a day. */
    daySums: (groupBy: string, day: string) => `${prefix}{ledger}:sums:${sumsVersion}:${groupBy}:${day}`,
    /** A hash: the latest label of each group. */
    sumLabels: (groupBy: string) => `${prefix}{ledger}:labels:${groupBy}`,
    /** A sorted set: days that have sums. It exists once all entries are summed. */
    summedDays: `${prefix}{ledger}:summed-days:${sumsVersion}`,
  };
}
