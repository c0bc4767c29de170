import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { eventsOf } from '#lib/stores/events-of.ts';
import { listConversations } from '../access.ts';
import { readProfile } from './read-profile.ts';

type Needed = Pick<Services, 'stores' | 'nowMs'>;

/**
 * What is stored about a member, as lines of JSON: each an object whose `kind` says what `data` is. Of conversations it has what they
 * wrote, how far they have read, and who mentioned them last, in those that they may read. Left out: secrets, such as the keys of
 * sessions and what signs them in elsewhere; the bytes of what they attached; team settings that they changed, of which the audit log's
 * entries are there.
 */
export async function* exportProfile(services: Needed, member: Member): AsyncGenerator<string> {
  const { stores, nowMs } = services;
  const { id } = member;
  const line = (kind: string, data: object) => `${JSON.stringify({ kind, data })}\n`;
  yield line('export', { memberId: id, madeAt: new Date(nowMs()).toISOString() });
  yield line('profile', await readProfile(services, member));
  const record = await stores.members.get(id);
  if (record !== null) {
    const { createdAt, lastSeenAt, formerNames = [] } = record;
    yield line('membership', { joinedAt: createdAt, lastSeenAt, formerNames });
  }
  const picture = await stores.pictures.get(id);
  if (picture !== null) {
    const { mimeType, bytes } = picture;
    yield line('picture', { mimeType, base64: Buffer.from(bytes).toString('base64') });
  }
  for (const session of await stores.sessions.listOf(id)) yield line('session', session);
  for (const token of await stores.apiTokens.listOf(id)) yield line('api_token', token);
  for (const { browser, createdAt } of await stores.pushSubscriptions.listOf(id))
    yield line('notified_browser', { browser, createdAt });
  for (const signIn of await signInsOf(services, id)) yield line('server_sign_in', signIn);
  for (const prompt of await stores.prompts.list()) if (prompt.by.id === id) yield line('prompt', prompt);
  for (const share of await stores.shares.list()) if (share.createdBy.id === id) yield line('share', share);
  const { reads, mentions } = await stores.unread.recordsOf(id);
  const readsOf = Map.groupBy(reads, ({ conversationId }) => conversationId);
  const mentionsOf = Map.groupBy(mentions, ({ conversationId }) => conversationId);
  for (const conversation of await listConversations(services, member)) {
    const { id: conversationId, title, createdAt, createdBy, isPinned } = conversation;
    const begins = line('conversation', { conversationId, title, createdAt, createdBy, isPinned });
    if (createdBy.id === id || isPinned) yield begins;
    for (const { eventId } of readsOf.get(conversationId) ?? [])
      yield line('read_position', { conversationId, eventId });
    for (const { eventId, mention } of mentionsOf.get(conversationId) ?? [])
      yield line('mention', {
        conversationId,
        eventId,
        by: mention?.by.name ?? null,
        at: mention?.at ?? null,
      });
    for await (const event of eventsOf(stores.events, conversationId)) {
      const written = writtenBy(event, id);
      if (written !== null)
        yield line(written.kind, { conversationId, at: event.timestamp, ...written.content });
    }
  }
  const exported = new Set<string>();
  for await (const entry of stores.bulk.ledgerEntries()) {
    if (!('member' in entry) || entry.member?.id !== id || exported.has(entry.id)) continue;
    exported.add(entry.id);
    yield line('ledger_entry', entry);
  }
  yield* auditLines(services, id, line);
}

/**
 * The MCP servers, and the Git servers as `git https://…`, for which a member has something stored that signs them in.
 * `signedInAt` is `null` where the audit log does not say when: of Git servers, or once its entries have ended.
 */
async function signInsOf(
  { stores }: Needed,
  by: string,
): Promise<{ server: string; signedInAt: string | null }[]> {
  const servers = Object.keys(await stores.bulk.credentials(by));
  if (servers.length === 0) return [];
  const signedIn = { actions: ['server.signed_in'], by, from: null, to: null } as const;
  const entries = await stores.audit.list(signedIn, null, entriesAtOnce);
  return servers.map((server) => ({
    server,
    signedInAt: entries.find(({ subject }) => subject?.id === server)?.timestamp ?? null,
  }));
}

/** What a member wrote or decided, by an event of a log; `null`: it is not theirs. */
function writtenBy({ type, data }: DurableEvent, id: string): { kind: string; content: object } | null {
  if (type === 'user.message') {
    const { author, messageId, content, attachments } = data;
    if (author.id !== id) return null;
    const files = attachments.map(({ title, artifactId }) => ({ title, artifactId }));
    return { kind: 'message', content: { messageId, content, attachments: files } };
  }
  const by = 'by' in data ? data.by : null;
  if (typeof by !== 'object' || by === null || by.id !== id) return null;
  const { by: _by, ...content } = data as { by: object };
  return { kind: type, content };
}

const entriesAtOnce = 1_000;

async function* auditLines(
  { stores }: Needed,
  by: string,
  line: (kind: string, data: object) => string,
): AsyncGenerator<string> {
  for (let before: string | null = null; ; ) {
    const entries = await stores.audit.list({ actions: [], by, from: null, to: null }, before, entriesAtOnce);
    for (const { by: _by, ...entry } of entries) yield line('audit_entry', entry);
    before = entries.at(-1)?.id ?? null;
    if (entries.length < entriesAtOnce) return;
  }
}
