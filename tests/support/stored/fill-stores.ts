import { setTimeout as pause } from 'node:timers/promises';
import { artifactOf, artifactsOf } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import { artifactTypeSchema } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { Member, MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import { createShare } from '#lib/operations/artifacts/create-share.ts';
import { keepArtifact, releaseArtifact } from '#lib/operations/artifacts/keep-artifact.ts';
import { replayArtifactChange } from '#lib/operations/artifacts/replay-artifact-change.ts';
import { changeConversation } from '#lib/operations/conversations/change-conversation.ts';
import { undoWidening } from '#lib/operations/savings/undo-widening.ts';
import { changeTeamSettings } from '#lib/operations/team/change-team-settings.ts';
import { discardWorktree, mergeWorktree } from '#lib/operations/workspaces/end-worktree.ts';
import { openLog, stateFromLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import type { Services } from '#lib/services.ts';
import { freezeArtifact } from '#lib/stores/freeze-artifact.ts';
import { openLedgerJournal } from '#lib/stores/ledger-journal.ts';
import type { ArtifactRecord } from '#lib/stores/stores.ts';
import { createInvite, joinTeam } from '#lib/team/invites.ts';
import { removeMember } from '#lib/team/members.ts';
import { beginSession } from '#lib/team/sessions.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import { sampleArtifact, sampleEntry, sampleInvite, sampleSession } from '#tests/contracts/samples.ts';
import { originAt } from '../origin-at.ts';
import { sampleRawRun, sampleReplay } from '../sample-replay.ts';
import { asMessage, type Directive } from './recorded-model.ts';

/** Links and sessions of the product last some months; these last as long as the recording is read. */
const inAThousandYears = '3026-01-01T00:00:00.000Z';

/** By which a test finds what has no other name: the store holds their hashes alone. */
export const recordedTokens = {
  wholeShare: 'a'.repeat(32),
  someLinesShare: 'b'.repeat(32),
  session: 'recorded-session',
  invite: 'recorded-invite',
};

export const recordedArtifacts = Object.fromEntries(
  artifactTypeSchema.options.map((type) => [type, `art_recorded-${type}`]),
) as Record<ArtifactType, string>;

export const recordedUnfinished = {
  artifact: 'art_recorded-unfinished',
  unswept: 'art_recorded-unswept',
  entry: 'recorded-set-aside',
};

const origin = originAt('192.0.2.7');
const read = (path: string) => ({ name: 'render_file_contents', input: { path } });

/** Has a team do one of everything that the product stores, each by the code that does it for people. */
export async function fillStores(services: Services): Promise<void> {
  const { ada, bob } = await gatherTeam(services);
  const { stores, newId } = services;
  const conversation = await createConversation(services, ada, {});
  const acts = actsIn(services, conversation);

  await acts.ask(ada, { say: 'Good morning.' });
  const shown = await acts.ask(ada, {
    steps: [
      [read('readme.md'), read('app.log'), { name: 'list_files', input: { path: '' } }],
      [
        { name: 'grep_file', input: { pattern: 'total', path: '' } },
        { name: 'read_file', input: { path: 'src/cart.js', startLine: 1, endLine: 3 } },
        { name: 'display_image', input: { path: 'logo.png' } },
        { name: 'embed_media', input: { url: 'https://vimeo.com/76979871' } },
      ],
      [
        { name: 'run_and_display', input: { command: 'cat app.log; echo "no such item" >&2; exit 3' } },
        { name: 'execute_code', input: { language: 'python', code: 'print({"total": 42})' } },
        { name: 'run_pty_cmd', input: { command: 'echo from a terminal' } },
        { name: 'read_file', input: { path: 'nothing-there.txt' } },
      ],
      [{ name: 'edit_file', input: { path: 'src/cart.js', oldText: 'a + b', newText: 'a + b + 0' } }],
      [{ name: 'create_file', input: { path: 'src/new.js', content: 'export const fresh = true;\n' } }],
    ],
    say: 'That is **all** of it.',
  });
  const logId = shown[1] ?? '';
  const listingId = shown[2] ?? '';
  const editId = shown.at(-2) ?? '';
  await acts.ask(ada, {
    steps: [[{ name: 'recall_output', input: { artifactId: logId, lines: '5-7' } }]],
    say: 'Line 6 says it.',
  });
  const edit = { artifact: await recordOf(services, editId), conversation };
  await replayArtifactChange(services, origin, ada, edit, 'undo');
  await replayArtifactChange(services, origin, ada, edit, 'redo');
  await acts.give(bob, logId, 'L2-L4', `@Ada look. ${asMessage({ say: 'I see.' })}`);
  const { runId } = await services.runner.rerun(conversation, listingId, bob);
  await acts.finished(runId);
  await acts.ask(ada, { fail: 'unauthorized' });
  await acts.ask(ada, { endless: { name: 'list_files', input: { path: 'src' } } });

  await answerPermissions(services, acts, ada, bob);
  await stopAndQueue(services, conversation, acts, ada);
  await changeConversation({ origin, member: ada, services }, conversation, { title: 'The cart' });
  await keepArtifact(services, ada, await recordOf(services, logId), { ttlSeconds: null });
  const listing = await recordOf(services, listingId);
  await keepArtifact(services, bob, listing, { ttlSeconds: 604_800 });
  await releaseArtifact(services, bob, listing);
  await shareThings(services, ada, logId);
  await storeEveryType(services, conversation.id);

  await workInWorktree(services, ada);
  const hidden = await createConversation(services, bob, { title: 'Private', audience: [] });
  await changeConversation({ origin, member: bob, services }, hidden, { audience: [ada.id] });
  await changeConversation({ origin, member: bob, services }, hidden, { isArchived: true });
  await stores.pins.set(ada.id, conversation.id, true);
  const { cursor } = await stateFromLog(stores.events, conversation.id);
  await stores.unread.markRead(ada.id, conversation.id, cursor ?? '');

  await spendBudget(services, ada);
  await setForTeam(services, ada);
  await storeReplay(services);
  await stores.secrets.get('content-link', 'recorded-secret');
  await leaveBehind(services, ada, newId('run'));
}

async function gatherTeam(services: Services): Promise<{ ada: Member; bob: Member }> {
  const { stores, newId } = services;
  const join = async (name: string, role: Member['role'], by: Pick<Member, 'id' | 'name'>) => {
    const { token } = await createInvite(services, newId('inv'), by, { role, memberId: null });
    const { member } = await joinTeam(services, token, { signedIn: null, name, newId: newId('mem') });
    await beginSession(services, newId('ses'), member, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
    return member;
  };
  const asMember = ({ id, name, role }: MemberRecord): Member => ({ id, name, role });
  const ada = await join('Ada', 'admin', { id: 'server', name: 'the server' });
  const bob = await join('Bob', 'member', ada);
  const carol = await join('Carol', 'member', ada);
  await removeMember(services, carol.id);
  const session = sampleSession({ memberId: ada.id, epoch: ada.epoch, expiresAt: inAThousandYears });
  await stores.sessions.create(session, hashOfToken(recordedTokens.session), inAThousandYears);
  const invite = sampleInvite({ createdBy: { id: ada.id, name: ada.name }, expiresAt: inAThousandYears });
  await stores.invites.create(invite, hashOfToken(recordedTokens.invite));
  await stores.rates.hit('recorded', 60_000);
  await stores.once.put('recorded', 'once', 60_000);
  return { ada: asMember(ada), bob: asMember(bob) };
}

type Acts = ReturnType<typeof actsIn>;

/** What people do in one conversation, each waited for. */
function actsIn({ runner, stores }: Services, conversation: Conversation) {
  const { id } = conversation;
  const state = () => stateFromLog(stores.events, id);
  const finished = async (runId: string) => {
    while (
      !/^(completed|failed|aborted|interrupted|step_limit|budget)$/.test(
        (await state()).runs[runId]?.status ?? '',
      )
    )
      await pause(20);
  };
  const say = async (
    author: Member,
    text: string,
    attachments: { artifactId: string; lines: string }[] = [],
  ) => {
    const sources = attachments.map(async ({ artifactId, lines }) => {
      const record = await stores.artifacts.get(artifactId);
      if (record === null) throw new Error(`${artifactId} is not there`);
      return { metadata: record.metadata, lines, as: 'text' as const };
    });
    const isMentioned = text.startsWith('@Ada');
    return await runner.submit(conversation, {
      text,
      clientMessageId: `recorded-${text.length}-${Math.random()}`,
      author: { id: author.id, name: author.name },
      attachments: await Promise.all(sources),
      ...(isMentioned ? { mentions: [conversation.createdBy] } : {}),
      interrupt: false,
    });
  };
  return {
    id,
    state,
    say,
    finished,
    /** @returns the artifacts of the conversation so far */
    async ask(author: Member, directive: Directive): Promise<string[]> {
      const { runId } = await say(author, asMessage(directive));
      await finished(runId);
      return Object.values((await state()).toolCalls).flatMap((call) => artifactOf(call) ?? []);
    },
    async give(author: Member, artifactId: string, lines: string, text: string) {
      const { runId } = await say(author, text, [{ artifactId, lines }]);
      await finished(runId);
    },
    async until(holds: (now: Awaited<ReturnType<typeof state>>) => boolean) {
      while (!holds(await state())) await pause(20);
    },
  };
}

/** One call is allowed, one refused, one denied by the team, and one stays open. */
async function answerPermissions(services: Services, acts: Acts, ada: Member, bob: Member): Promise<void> {
  const { stores, runner } = services;
  const command = (text: string) => ({ name: 'run_and_display', input: { command: text } });
  const openRequests = async () =>
    Object.values((await acts.state()).toolCalls).flatMap(({ permission }) =>
      permission && permission.answer === null ? permission.requestId : [],
    );
  await stores.settings.change({ 'approval.run_and_display': 'ask', 'approval.execute_code': 'deny' });
  const denied = { name: 'execute_code', input: { language: 'python', code: 'print(1)' } };
  const { runId } = await acts.say(
    bob,
    asMessage({ steps: [[command('echo allowed'), command('echo refused'), denied]], say: 'Answered.' }),
  );
  await acts.until(
    ({ toolCalls }) => Object.values(toolCalls).filter((call) => call.permission !== null).length === 2,
  );
  const [first = '', second = ''] = await openRequests();
  await runner.answer(acts.id, first, { decision: 'approved', by: ada });
  await runner.answer(acts.id, second, { decision: 'rejected', reason: 'not now', by: bob });
  await acts.finished(runId);

  const waiting = await createConversation(services, ada, { title: 'Waits for somebody' });
  const there = actsIn(services, waiting);
  await there.say(ada, asMessage({ steps: [[command('echo waiting')]], say: 'Never said.' }));
  await there.until(({ toolCalls }) => Object.values(toolCalls).some((call) => call.permission !== null));
  await stores.settings.change({ 'approval.run_and_display': 'auto', 'approval.execute_code': 'auto' });
}

/** A run that is stopped, and behind it a message that is changed and one that is taken back. */
async function stopAndQueue({ runner }: Services, conversation: Conversation, acts: Acts, ada: Member) {
  const { runId } = await acts.say(ada, asMessage({ hang: 'I begin and' }));
  await acts.until(({ live }) => live?.text === 'I begin and');
  const changed = await acts.say(ada, asMessage({ say: 'Never said.' }));
  const withdrawn = await acts.say(ada, asMessage({ say: 'Neither.' }));
  await runner.changeMessage(conversation.id, changed.messageId, asMessage({ say: 'Changed.' }), ada);
  await runner.changeMessage(conversation.id, withdrawn.messageId, null, ada);
  await runner.abort(conversation.id);
  await acts.finished(runId);
  await acts.finished(changed.runId);
}

async function shareThings(services: Services, ada: Member, artifactId: string): Promise<void> {
  const { stores, newId } = services;
  const source = (await stores.artifacts.get(artifactId))?.metadata;
  if (!source) throw new Error('the log is not there');
  const { share } = await createShare(services, ada, source, { audience: 'team', maxViews: 3 });
  await stores.shares.recordView(share.id, new Date().toISOString());
  for (const [token, lines, range] of [
    [recordedTokens.wholeShare, null, null],
    [recordedTokens.someLinesShare, 'L2-L5', { from: 2, to: 5 }],
  ] as const) {
    const lasting = {
      ...share,
      id: newId('shr'),
      lines,
      audience: 'link',
      expiresAt: inAThousandYears,
    } as const;
    const { id, expiresAt } = lasting;
    await freezeArtifact(stores.artifacts, source, { id, range, expiresAt, appId: 'art_app', rewrite: null });
    await stores.shares.create(lasting, hashOfToken(token));
  }
}

/** Also of those types that no tool makes today. */
async function storeEveryType({ stores }: Services, conversationId: string): Promise<void> {
  for (const type of artifactTypeSchema.options) {
    const id = recordedArtifacts[type];
    const writer = await stores.artifacts.create(
      sampleArtifact({ id, conversationId, type, title: `one of type ${type}`, durationMs: 12.5 }),
    );
    await writer.write(Buffer.from(type === 'binary' ? [0, 1, 2, 255] : `{"type":"${type}"}\n`));
    await writer.complete(null);
  }
}

/** What a server that dies leaves: an artifact half written, one that nobody swept, and a call that the ledger did not take. */
export async function leaveUnfinished({ stores, config }: Services): Promise<void> {
  const unfinished = await stores.artifacts.create(sampleArtifact({ id: recordedUnfinished.artifact }));
  await unfinished.write(Buffer.from('seen by people\nand by'));
  await unfinished.publish({ stderrLines: [{ from: 1, to: 1 }] });
  const unswept = await stores.artifacts.create(sampleArtifact({ id: recordedUnfinished.unswept }));
  await unswept.write(Buffer.from('its time is over\n'));
  await unswept.complete(new Date().toISOString());
  const entry = sampleEntry({ id: recordedUnfinished.entry, timestamp: '2026-01-01T00:00:00.000Z' });
  openLedgerJournal(config.dataDir, 1).add(entry);
}

async function recordOf({ stores }: Services, artifactId: string): Promise<ArtifactRecord> {
  const record = await stores.artifacts.get(artifactId);
  if (!record) throw new Error(`There is no artifact ${artifactId}`);
  return record;
}

async function workInWorktree(services: Services, ada: Member): Promise<void> {
  const conversation = await createConversation(services, ada, { title: 'Apart', worktree: true });
  const acts = actsIn(services, conversation);
  const create = (path: string) => ({ name: 'create_file', input: { path, content: 'apart\n' } });
  await acts.ask(ada, { steps: [[create('apart.txt')]], say: 'Done.' });
  await mergeWorktree({ origin, member: ada, services }, conversation);
  await acts.ask(ada, { steps: [[create('thrown-away.txt')]], say: 'Done.' });
  await discardWorktree({ origin, member: ada, services }, conversation);
}

async function spendBudget(services: Services, ada: Member): Promise<void> {
  const conversation = await createConversation(services, ada, { title: 'Spends too much' });
  const budget = { scope: 'conversation', of: conversation.id, period: 'day', unit: 'tokens' } as const;
  await changeTeamSettings(services, origin, ada, { budgets: [{ ...budget, amount: 1 }] });
  const acts = actsIn(services, conversation);
  await acts.ask(ada, { say: 'Once.' });
  await acts.ask(ada, { say: 'Not any more.' });
}

async function setForTeam(services: Services, ada: Member): Promise<void> {
  const { stores } = services;
  await changeTeamSettings(services, origin, ada, {
    linkShares: true,
    namesPeople: true,
    approvals: { run_pty_cmd: 'ask_admins' },
    budgets: [{ scope: 'team', of: null, period: 'month', unit: 'microdollars', amount: 50_000_000 }],
  });
  await stores.widenings.append({
    type: 'widened',
    number: 1,
    timestamp: new Date().toISOString(),
    toolName: 'read_file',
    summarizer: 'code',
    level: 'balanced',
    fromTokens: 400,
    toTokens: 600,
    calls: 20,
    recalls: 5,
  });
  await undoWidening({ services, origin, member: ada }, 1);
  await stores.workspaces.add({
    name: 'docs',
    kind: 'clone',
    url: 'https://git.example/docs.git',
    path: '/srv/vitrine/clones/docs',
    state: 'cloning',
    failure: null,
    addedBy: { id: ada.id, name: ada.name },
    addedAt: new Date().toISOString(),
  });
  await stores.workspaces.finish(
    { name: 'docs', path: '/srv/vitrine/clones/docs' },
    { state: 'failed', failure: 'The repository is not there.' },
  );
}

async function storeReplay({ replays }: Services): Promise<void> {
  const replay = sampleReplay();
  await replays.put(replay);
  await replays.putRun(sampleRawRun({ replayId: replay.id }));
}

/** A process that died: its run has begun and not ended, and its lease is nobody's any more. */
async function leaveBehind(services: Services, ada: Member, token: string): Promise<void> {
  const { stores } = services;
  const conversation = await createConversation(services, ada, { title: 'Left behind' });
  const { id } = conversation;
  await stores.leases.acquire(id, token, limits.leaseMs);
  const { runId, messageId } = await actsIn(services, conversation).say(
    ada,
    asMessage({ say: 'Never said.' }),
  );
  const log = await openLog(stores.events, id, token);
  const now = new Date().toISOString();
  await log.append([durableEvent('run.started', { runId, messageId, model: conversation.model }, now)]);
  const delta = { messageId: services.newId('msg'), deltaContent: 'Half of a', offset: 0 };
  await log.appendLive([ephemeralEvent('assistant.message_delta', delta, now)]);
}

/** A run that the end of its server interrupts. It ends when the services do. */
export async function beginHanging(services: Services): Promise<void> {
  const [ada] = await services.stores.members.list();
  if (!ada) throw new Error('nobody is there');
  const conversation = await createConversation(services, ada, { title: 'Interrupted' });
  const acts = actsIn(services, conversation);
  await acts.say(ada, asMessage({ hang: 'As long as the server lives' }));
  await acts.until(({ live }) => live !== null);
}

/** Ends the time of what nobody kept, as it passes by itself: what people kept, gave or shared stays. */
export async function letTimePass({ stores }: Services): Promise<void> {
  const now = new Date().toISOString();
  for (const { id } of await stores.conversations.list()) {
    const { toolCalls } = await stateFromLog(stores.events, id);
    for (const artifactId of Object.values(toolCalls).flatMap(artifactsOf)) {
      await stores.artifacts.release(artifactId, (expiresAt) => (expiresAt === null ? null : now));
    }
  }
  await pause(20);
}
