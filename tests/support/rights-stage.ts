import { createHash, randomBytes } from 'node:crypto';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Share } from '#lib/core/vocabulary/share.ts';
import type { MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { createApiToken } from '#lib/team/api-tokens.ts';
import { createInvite } from '#lib/team/invites.ts';
import { beginSession } from '#lib/team/sessions.ts';
import {
  isoAfter,
  newId,
  sampleConversation,
  sampleEntry,
  sampleMember,
  sampleSession,
  sampleShare,
  sampleStep,
  storeBytes,
} from '../contracts/samples.ts';

/** Part of everything in a private conversation: no answer to somebody who may not read it contains this. */
/** Of every conversation here. */
export const workspaceName = 'project';

export const canary = 'canary-7f3a';

export const people = [
  'nobody',
  'removed',
  'visitor',
  'outsider',
  'adminOutside',
  'member',
  'author',
  'admin',
] as const;
export type Who = (typeof people)[number];

export type Team = Record<Exclude<Who, 'nobody' | 'visitor'>, MemberRecord>;

/** A team over the stores that a server has too. `admin` and `member` are named in what `author` began, the others are not. */
export async function addTeam(stores: Stores): Promise<Team> {
  const add = async (name: string, change: Partial<MemberRecord> = {}) => {
    const member = sampleMember({ name, ...change });
    await stores.members.change(() => [member]);
    return member;
  };
  return {
    adminOutside: await add('adminOutside', { role: 'admin' }),
    admin: await add('admin', { role: 'admin' }),
    author: await add('author'),
    member: await add('member'),
    outsider: await add('outsider'),
    removed: await add('removed', { role: 'admin', removedAt: isoAfter(0) }),
  };
}

/** What one call is about, fresh for each: by the names that the paths of the table have. */
export async function addSubjects(stores: Stores, team: Team): Promise<Record<string, string>> {
  const createdBy = { id: team.author.id, name: team.author.name };
  const conversation = sampleConversation({
    title: canary,
    workspace: workspaceName,
    createdBy,
    audience: [team.member.id, team.admin.id],
  });
  await stores.conversations.create(conversation);
  const queued = (at: number) => ({
    messageId: `msg_${at}`,
    runId: `run_${at}`,
    content: canary,
    author: createdBy,
    attachments: [],
  });
  const terminal = { toolCallId: 'call-1', toolName: 'run_pty_cmd', arguments: { command: canary } };
  const calls = ['call-1', 'call-2', 'call-3'].map((toolCallId) => ({
    toolCallId,
    name: 'run_pty_cmd',
    arguments: terminal.arguments,
  }));
  const asked = (at: number, answeredBy: 'members' | 'admins') => ({
    ...terminal,
    requestId: `req_${at}`,
    toolCallId: `call-${at}`,
    answeredBy,
  });
  const now = isoAfter(0);
  await stores.events.append(conversation.id, [
    durableEvent('user.message', queued(1), now),
    durableEvent('user.message', queued(2), now),
    durableEvent('run.started', { runId: 'run_1', messageId: 'msg_1', model: 'demo' }, now),
    durableEvent('assistant.message', { messageId: 'msg_a', content: '', toolRequests: calls }, now),
    durableEvent('tool.execution_start', terminal, now),
    durableEvent('permission.requested', asked(2, 'members'), now),
    durableEvent('permission.requested', asked(3, 'admins'), now),
  ]);
  // What is shared bears its title: that is not the conversation's secret.
  const of = { conversationId: conversation.id, title: 'a result', createdAt: now };
  const artifact = await storeBytes(stores.artifacts, Buffer.from(`${canary}\n`), of);
  const upload = await storeBytes(stores.artifacts, Buffer.from(`${canary}\n`), {
    ...of,
    ...{ conversationId: '', runId: null, origin: 'member', author: createdBy },
  });
  const origin = { conversationId: conversation.id, conversationTitle: canary, member: createdBy };
  const entry = { ...origin, artifactId: artifact };
  await stores.ledger.record(sampleEntry(entry));
  const recall = { toolName: 'recall_output', recalledTool: 'read_file', recalledKind: 'source' };
  const came = { title: canary, recalledArtifactId: artifact, recallAsk: canary };
  await stores.ledger.record(sampleEntry({ ...entry, ...recall, ...came }));
  await stores.ledger.record(sampleStep(origin));
  const widening = await widen(stores);
  const target = sampleMember({ name: 'target' });
  await stores.members.change(() => [target]);
  const session = sampleSession({ memberId: target.id });
  await stores.sessions.create(session, randomBytes(32).toString('hex'), session.expiresAt);
  const needs = { stores, nowMs: Date.now };
  const { record: apiToken } = await createApiToken(needs, newId('tok'), target.id, {
    name: 'laptop',
    scopes: ['read'],
    expiresInSeconds: 600,
  });
  const { invite } = await createInvite(needs, newId('inv'), team.admin, { role: 'member', memberId: null });
  const workspace = `ws-${randomBytes(6).toString('hex')}`;
  await stores.workspaces.add({
    ...{ name: workspace, kind: 'folder', url: null, path: '/nowhere', state: 'ready', failure: null },
    ...{ addedBy: createdBy, addedAt: now },
  });
  const share = async (audience: Share['audience']) => {
    const token = randomBytes(24).toString('base64url');
    const created = sampleShare({ audience, createdBy, artifactId: artifact });
    await storeBytes(stores.artifacts, Buffer.from('shared\n'), { id: created.id, title: 'shared' });
    await stores.shares.create(created, createHash('sha256').update(token).digest('hex'));
    return { id: created.id, token };
  };
  const [link, forTeam] = [await share('link'), await share('team')];
  return {
    conversation: conversation.id,
    artifact,
    upload,
    target: target.id,
    session: session.id,
    token: apiToken.id,
    invite: invite.id,
    workspace,
    widening: String(widening),
    today: now.slice(0, 10),
    link: link.token,
    linkId: link.id,
    teamLink: forTeam.token,
    teamLinkId: forTeam.id,
  };
}

/** A step of a kind of its own: its number. */
async function widen(stores: Stores): Promise<number> {
  const number = (await stores.widenings.list()).length + 1;
  const kind = { toolName: 'read_file', summarizer: `kind ${number}`, level: 'balanced' };
  const step = { fromTokens: 400, toTokens: 600, calls: 20, recalls: 9, timestamp: isoAfter(0) };
  await stores.widenings.append({ type: 'widened', number, ...kind, ...step });
  return number;
}

/** What a browser of theirs sends. A visitor tries with the token of the link they were given, wherever a token may stand. */
export async function headersOf(
  stores: Stores,
  team: Team,
  who: Who,
  link: string,
): Promise<Record<string, string>> {
  if (who === 'nobody') return {};
  if (who === 'visitor') return { Cookie: `vt_s=${link}`, Authorization: `Bearer ${link}` };
  const token = await beginSession({ stores, nowMs: Date.now }, newId('ses'), team[who], null);
  return { Cookie: `vt_s=${token}` };
}
