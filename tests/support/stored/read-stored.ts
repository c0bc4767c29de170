import { createHash } from 'node:crypto';
import { addDays, dayOf } from '#lib/core/algorithms/utc-days.ts';
import { artifactsOf, type ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { inOrder, sumGroupings } from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { listConversations } from '#lib/operations/access.ts';
import { readArtifactViews } from '#lib/operations/artifacts/artifact-views.ts';
import { findShare } from '#lib/operations/artifacts/read-share.ts';
import { exportConversation } from '#lib/operations/conversations/export-conversation.ts';
import { readSavingsOverview } from '#lib/operations/savings/read-savings-overview.ts';
import { recountSavings } from '#lib/operations/savings/recount-savings.ts';
import { listReplays } from '#lib/operations/savings/replays.ts';
import { readTeamSettings } from '#lib/operations/team/read-team-settings.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import type { Services } from '#lib/services.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { findSignedIn } from '#lib/team/sessions.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import { originAt } from '../origin-at.ts';
import { recordedArtifacts, recordedTokens } from './fill-stores.ts';

const everything = { actions: [], by: null, from: null, to: null };

/**
 * All that people find of what is stored, through the stores, the reducer and the readers of the pages, in words of its own: what
 * is renamed in the code changes nothing here. Nothing in it depends on when it is read.
 */
export async function readStored(services: Services) {
  const { stores } = services;
  const members = await stores.members.list();
  const ada = (await findSignedIn(services, recordedTokens.session))?.member;
  if (!ada) throw new Error('the session is gone');
  const listed = await listConversations(services, ada);
  const conversations = listed.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const day = dayOf(Date.parse(conversations[0]?.createdAt ?? ''));
  return {
    members: members.map(withoutLastSeen),
    invite: await stores.invites.find(hashOfToken(recordedTokens.invite)),
    sessions: (await stores.sessions.listOf(ada.id))
      .filter(({ expiresAt }) => Date.parse(expiresAt) > Date.parse('3000-01-01'))
      .map(withoutLastSeen),
    conversations: await Promise.all(
      conversations.map((conversation) => readConversation(services, conversation)),
    ),
    // A type that is newer than the recording has no artifact there, and needs none.
    ofEveryType: (
      await Promise.all(Object.values(recordedArtifacts).map((id) => readArtifact(services, id)))
    ).filter((artifact) => artifact !== null),
    unreadOfAda: (await stores.unread.listOf(ada.id, day)).length,
    shares: await Promise.all(
      [recordedTokens.wholeShare, recordedTokens.someLinesShare].map((token) => readShare(services, token)),
    ),
    settings: await readTeamSettings(services, ada),
    widenings: await services.viewBudgets.listWidenings(),
    workspaces: await stores.workspaces.list(),
    secret: await stores.secrets.get('content-link', 'another'),
    isFirstDemo: await stores.conversations.claimOnce('recorded'),
    audit: (await stores.audit.list(everything, null, 1_000)).map(({ id: _id, ...entry }) => entry),
    ledger: await stores.ledger.list(day, addDays(day, 2)),
    sums: Object.fromEntries(
      await Promise.all(
        sumGroupings.map(async (groupBy) => [
          groupBy,
          inOrder(await stores.ledger.sums(groupBy, day, addDays(day, 2))),
        ]),
      ),
    ),
    totals: await readTotals(services, ada, day),
    replays: (await listReplays(services, ada)).map(asRecorded),
  };
}

export type Stored = Awaited<ReturnType<typeof readStored>>;

/** Who reads what is stored is seen. */
const withoutLastSeen = <T extends { lastSeenAt: unknown }>({ lastSeenAt: _seen, ...rest }: T) => rest;

/** A replay as the recording has it: each task once, with two sides. */
const asRecorded = ({ tasks, ...replay }: Replay) => ({
  ...replay,
  tasks: tasks.map(({ name, title, note, rounds: [round] }) => ({
    ...{ name, title, note },
    sides: round ? { on: round.on, off: round.off } : null,
  })),
});

async function readConversation(services: Services, conversation: ListedConversation) {
  const { stores } = services;
  const exported = await exportConversation(services, conversation);
  const state = await stateFromLog(stores.events, conversation.id);
  return {
    // In the words of the versions that recorded them, which knew no numbers.
    conversation: { ...conversation, isUnread: conversation.unreadCount > 0 },
    eventTypes: exported.events.map(({ type }) => type),
    said: state.items.map((item) =>
      item.kind === 'notice' ? item.outcome : `${item.kind}: ${'content' in item ? item.content : ''}`,
    ),
    waiting: state.queued.length,
    runs: Object.values(state.runs).map(({ status }) => status),
    cards: await Promise.all(
      Object.values(state.toolCalls).map(async (call) => ({
        tool: call.toolName,
        permission: call.permission?.answer?.result ?? (call.permission ? 'open' : null),
        modelRead: call.result?.result?.content ?? call.result?.error?.message ?? null,
        figures: call.result?.toolTelemetry ?? null,
        artifacts: await readArtifacts(services, call),
        isUndone: state.undoings[artifactsOf(call).at(-1) ?? '']?.isUndone ?? null,
        isKept: state.keeps[artifactsOf(call).at(-1) ?? '']?.isKept ?? null,
      })),
    ),
    attached: await Promise.all(
      state.items.flatMap((item) =>
        item.kind === 'user'
          ? item.attachments.map(({ textArtifactId }) => readArtifact(services, textArtifactId))
          : [],
      ),
    ),
  };
}

const readArtifacts = (services: Services, call: ToolCallState) =>
  Promise.all(artifactsOf(call).map((id) => readArtifact(services, id)));

async function readArtifact(services: Services, id: string) {
  const record = await services.stores.artifacts.get(id);
  if (record === null) return null;
  const { check, relation } = await readArtifactViews(services, record);
  const isAsRecorded = check && check.actualSha256 === record.metadata.sha256;
  return {
    ...(await readBytes(services, record)),
    relation,
    isAsRecorded,
    isViewAsSent: check?.isViewAsSent ?? null,
  };
}

/** What it was, and of one that lives its bytes and its first lines. */
async function readBytes({ stores }: Services, record: ArtifactRecord) {
  const { metadata, assistantView, viewFacts, problems } = record;
  const { id, byteLength, lineCount, firstLine } = metadata;
  const bytes = await stores.artifacts.readBytes(id, 0, byteLength);
  const range = { from: 1, to: 3 };
  const window = lineCount === null ? null : await readArtifactLines(stores.artifacts, metadata, range);
  return {
    metadata,
    assistantView,
    facts: viewFacts.length,
    problems: problems.length,
    sha256: bytes && createHash('sha256').update(bytes).digest('hex'),
    lines: window?.lines ?? null,
    firstLine,
  };
}

async function readShare(services: Services, token: string) {
  const { share, record } = await findShare(services, originAt(null), null, token);
  return { share, ...(await readBytes(services, record)) };
}

async function readTotals(services: Services, member: Member, day: string) {
  const { report } = await readSavingsOverview(services, member, {
    groupBy: 'tool',
    from: day,
    to: addDays(day, 1),
    isCompared: false,
  });
  const { entries, differences } = await recountSavings(services, member, { from: day, to: addDays(day, 2) });
  return { totals: report.totals, groups: inKeyOrder(report.groups), entries, differences };
}

/** Groups of the same size come in any order. */
export const inKeyOrder = <Group extends { key: string }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((one, other) => (one.key < other.key ? -1 : 1));
