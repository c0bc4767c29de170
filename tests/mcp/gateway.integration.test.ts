import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openClientCalls } from '#lib/core/conversation/permissions.ts';
import { limits } from '#lib/core/limits.ts';
import { createPendingCalls } from '#lib/http/mcp-server/gateway/pending-calls.ts';
import { deleteConversation } from '#lib/operations/conversations/delete-conversation.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { countTokens } from '#lib/split/count-tokens.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { type GatewayStage, openToGateway, startGatewayStage, wordsOf } from '../support/gateway-stage.ts';
import { originAt } from '../support/origin-at.ts';
import { sampleMetadata } from '../support/sample-metadata.ts';

describe.each(['connectV1', 'connectV2'] as const)('an unmodified client, by %s', (connect) => {
  test('searches files for at most 400 tokens, and recalls the rest', async () => {
    const stage = await startGatewayStage();
    await openToGateway(stage, ['files']);
    const { token } = await stage.newToken('laptop');
    const client = await stage[connect](token, { server: 'files' });
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_files', 'read_text_file', 'recall_output']),
    );
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    const found = await client.call('search_files', { path: stage.folder, pattern: '**/*.tsx' });
    expect(found.isError ?? false).toBe(false);
    const view = wordsOf(found);
    expect(await countTokens(view)).toBeLessThanOrEqual(400);
    const id = /art_[a-z2-7]{26}/.exec(view)?.[0] ?? '';
    const recalled = await client.call('recall_output', { artifactId: id, query: 'component-271' });
    expect(wordsOf(recalled)).toContain('component-271.tsx');

    // People see all of it, in a conversation of that client and day.
    const state = await stage.stateOf('laptop');
    expect(state.items.map((item) => item.kind === 'client_call' && item.client)).toEqual([
      'laptop',
      'laptop',
    ]);
    const bytes = await stage.services.stores.artifacts.readBytes(id, 0, 100_000);
    expect(
      Buffer.from(bytes ?? [])
        .toString()
        .match(/\.tsx/g),
    ).toHaveLength(300);

    // And the ledger has whose model was spared what.
    const entries = await stage.services.stores.ledger.list('2000-01-01', '9999-12-31');
    const [call, recall] = entries.filter((entry) => entry.kind === 'call');
    expect(call).toMatchObject({ client: 'laptop', server: 'files', member: { id: 'local' }, success: true });
    expect(call?.fullTokens).toBeGreaterThan(2_000);
    expect(call?.sentTokens).toBe(await countTokens(view));
    expect(recall).toMatchObject({ client: 'laptop', recalledArtifactId: id });
    const sums = await stage.services.stores.ledger.sums('client', '2000-01-01', '9999-12-31');
    expect(sums).toMatchObject([
      {
        key: 'local laptop',
        label: `laptop of ${stage.services.localMember.name}`,
        sums: { calls: 2, recalls: 1 },
      },
    ]);
    await client.close();
  });

  test('passes progress, images, failures and what the server says of its tools', async () => {
    const stage = await startGatewayStage();
    await openToGateway(stage, ['every'], false);
    const client = await stage[connect]((await stage.newToken('laptop')).token, { server: 'every' });
    const echo = (await client.listTools()).find(({ name }) => name === 'echo');
    expect(echo).toMatchObject({ description: 'Echoes back the input string' });
    const heard: { progress: number; total?: number | undefined }[] = [];
    await client.call(
      'trigger-long-running-operation',
      { duration: 0.5, steps: 3 },
      { onProgress: (progress) => heard.push(progress) },
    );
    const figures = heard.map(({ progress }) => progress);
    // The last one comes together with the result.
    expect(figures.slice(0, 2)).toEqual([1, 2]);
    expect(figures).toEqual([...new Set(figures)].sort());
    expect(heard[0]).toMatchObject({ total: 3 });
    const { content } = await client.call('get-tiny-image');
    expect(content.find(({ type }) => type === 'image')).toMatchObject({ mimeType: 'image/png' });
    const failed = await client.call('echo', { message: 7 });
    expect(failed.isError).toBe(true);
    expect(wordsOf(failed)).toContain('message');
    expect((await client.call('nothing', {})).isError).toBe(true);
    await client.close();
  });

  test('cancels a call: the server is no longer asked, and people see that it was stopped', async () => {
    const stage = await startGatewayStage();
    await openToGateway(stage, ['every']);
    const client = await stage[connect]((await stage.newToken('laptop')).token);
    const stop = new AbortController();
    const called = client
      .call('every__trigger-long-running-operation', { duration: 60, steps: 2 }, { signal: stop.signal })
      .catch((error: unknown) => error);
    await until('the call', async () => openClientCalls(await stage.stateOf('laptop')).length === 1);
    stop.abort();
    expect(await called).toBeInstanceOf(Error);
    const state = await until('its end', async () => {
      const now = await stage.stateOf('laptop');
      return openClientCalls(now).length === 0 ? now : null;
    });
    const [call] = Object.values(state.toolCalls);
    expect(call?.result).toMatchObject({ success: false, error: { message: 'Stopped before it finished.' } });
    // The next call finds the server as it was.
    expect(wordsOf(await client.call('every__echo', { message: 'hello' }))).toContain('hello');
    await client.close();
  });

  test('is asked what a server asks, and a person may answer on the card instead', async () => {
    const stage = await startGatewayStage();
    await openToGateway(stage, ['every']);
    const asked: string[] = [];
    const { token } = await stage.newToken('laptop');
    const client = await stage[connect](token, {
      server: 'every',
      answer: (message) => {
        asked.push(message);
        return { action: 'accept', content: { name: 'Ada of the terminal' } };
      },
    });
    const answered = await client.call('trigger-elicitation-request');
    expect(wordsOf(answered)).toContain('Ada of the terminal');
    expect(asked).toEqual([expect.stringContaining('Please provide inputs')]);
    await client.close();

    const silent = await stage[connect](token, { server: 'every' });
    const called = silent.call('trigger-elicitation-request');
    const { id, call } = await until('the question', async () => {
      const state = await stage.stateOf('laptop');
      const asking = Object.values(state.toolCalls).find(({ elicitation }) => elicitation !== null);
      return asking ? { id: state.id, call: asking } : null;
    });
    stage.services.elicitations.answer(
      { conversationId: id, toolCallId: call.toolCallId },
      { id: call.elicitation?.id ?? '', action: 'accept', content: { name: 'Grace of the card' } },
    );
    expect(wordsOf(await called)).toContain('Grace of the card');
    await silent.close();
  });

  test('learns of other tools', async () => {
    const stage = await startGatewayStage();
    await openToGateway(stage, ['every']);
    let changes = 0;
    const client = await stage[connect]((await stage.newToken('laptop')).token, {
      onToolsChanged: () => {
        changes += 1;
      },
    });
    const names = async () => (await client.listTools()).map(({ name }) => name);
    expect(await names()).toContain('every__echo');
    expect(await names()).not.toContain('files__search_files');
    await openToGateway(stage, ['files']);
    // Once more, from time to time: its stream may not have been open.
    for (let again = 0; changes === 0 && again < 20; again += 1) {
      stage.services.toolChanges.announce();
      await setTimeout(1_000);
    }
    expect(changes).toBeGreaterThan(0);
    expect(await names()).toContain('files__search_files');
    await client.close();
  });

  test('waits for people where a call asks, and gives up with words', async () => {
    const stage = await startGatewayStage({}, { approvals: { 'mcp__every__*': 'ask' } });
    await openToGateway(stage, ['every']);
    const client = await stage[connect]((await stage.newToken('laptop')).token, { server: 'every' });
    const answer = async (decision: 'approved' | 'rejected', reason?: string) => {
      const { id, requestId } = await until('the request', async () => {
        const state = await stage.stateOf('laptop');
        const [call] = openClientCalls(state).filter(({ permission }) => permission?.answer === null);
        return call?.permission ? { id: state.id, requestId: call.permission.requestId } : null;
      });
      await stage.services.runner.answer(id, requestId, {
        decision,
        reason,
        by: { id: 'local', name: 'me' },
      });
    };
    const waits: string[] = [];
    const called = client.call(
      'echo',
      { message: 'allowed' },
      { onProgress: ({ message = '' }) => waits.push(message) },
    );
    await answer('approved');
    expect(wordsOf(await called)).toContain('allowed');
    expect(waits[0]).toContain('until somebody allows');
    const refused = client.call('echo', { message: 'no' });
    await answer('rejected', 'not today');
    expect(await refused).toMatchObject({ isError: true });
    expect(wordsOf(await refused)).toBe('Refused by me: not today');
    const [first] = Object.values((await stage.stateOf('laptop')).toolCalls);
    expect(first?.permission?.arguments).toEqual({ message: 'allowed' });
    await client.close();
  });
});

describe('nobody who allows it', () => {
  changeLimits({ clientApprovalMs: 50 });

  test('the call is not run, and says so', async () => {
    const stage = await startGatewayStage({}, { approvals: { 'mcp__every__*': 'ask' } });
    await openToGateway(stage, ['every']);
    const client = await stage.connectV2((await stage.newToken('laptop')).token, { server: 'every' });
    const answer = await client.call('echo', { message: 'x' });
    expect(answer.isError).toBe(true);
    expect(wordsOf(answer)).toContain('nobody allowed it in time');
    await client.close();
  });
});

test('without the split, all of a result goes to the model, as its server sent it', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['files'], false);
  const client = await stage.connectV2((await stage.newToken('laptop')).token, { server: 'files' });
  const found = await client.call('search_files', { path: stage.folder, pattern: '**/*.tsx' });
  expect(wordsOf(found).match(/\.tsx/g)).toHaveLength(300);
  await client.close();
});

test('is closed: to servers that are not opened, to tokens without the scope, to other conversations and sessions', async () => {
  const stage = await startGatewayStage();
  const { token } = await stage.newToken('laptop');
  const request = (one: string, server?: string, headers: Record<string, string> = {}) =>
    stage.fetchWith(one, server)('http://127.0.0.1/mcp/gateway', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await request(token, 'every')).status).toBe(404);
  const nothing = await stage.connectV2(token);
  expect((await nothing.listTools()).map(({ name }) => name)).toEqual(['recall_output']);
  await openToGateway(stage, ['every']);
  expect((await request((await stage.newToken('reader', ['read', 'show'])).token, 'every')).status).toBe(403);
  expect((await request('vtk_unknown', 'every')).status).toBe(401);
  // The session of one client is none for another, nor for another server.
  const initialize = await stage.fetchWith(token, 'every')('http://127.0.0.1/mcp/gateway', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    }),
  });
  const session = { 'mcp-session-id': initialize.headers.get('mcp-session-id') ?? '' };
  expect(session['mcp-session-id']).not.toBe('');
  expect((await request(token, 'every', session)).status).toBe(200);
  expect((await request((await stage.newToken('other')).token, 'every', session)).status).toBe(404);
  expect((await request(token, undefined, session)).status).toBe(404);

  // Another member's conversation, and what is in it.
  const stranger = { id: 'mem_stranger', name: 'Stranger', role: 'member' as const };
  const secret = await createConversation(stage.services, stranger, { audience: [] });
  const client = await stage.connectV2(token);
  const forged = await client.call(
    'every__echo',
    { message: 'x' },
    {
      meta: { 'vitrine/conversationId': secret.id },
    },
  );
  expect(forged.isError).toBe(true);
  for (const conversationId of [secret.id, stage.conversation.id]) {
    const artifactId = await storeText(stage, conversationId, 'the launch code');
    // Neither is this token's to read, and it has no scope to read the others of its member.
    const meta = { 'vitrine/conversationId': stage.conversation.id };
    const recalled = await client.call('recall_output', { artifactId, lines: '1' }, { meta });
    expect(recalled.isError).toBe(true);
    expect(wordsOf(recalled)).toContain('There is no artifact');
  }
  const reader = await stage.connectV2((await stage.newToken('reader', ['run', 'read'])).token);
  const artifactId = await storeText(stage, stage.conversation.id, 'the launch code');
  expect(wordsOf(await reader.call('recall_output', { artifactId, lines: '1' }))).toContain('launch code');
  await reader.close();
  await client.close();
});

test('results go to the conversation that a call names', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['every']);
  const client = await stage.connectV1((await stage.newToken('laptop')).token);
  const meta = { 'vitrine/conversationId': stage.conversation.id };
  await client.call('every__echo', { message: 'a heron at dawn' }, { meta });
  const state = await stage.services.readState(stage.conversation.id);
  expect(state.items).toMatchObject([{ kind: 'client_call', client: 'laptop', by: { id: 'local' } }]);
  // The agent of that conversation reads nothing of it.
  await stage.ask('what is new?');
  expect(JSON.stringify(stage.model.requests.at(-1))).not.toContain('heron');
  await client.close();
});

test('a client that floods has some calls at once, and the others are refused', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['every']);
  const client = await stage.connectV2((await stage.newToken('laptop')).token);
  const other = await stage.connectV2((await stage.newToken('other')).token);
  const stop = new AbortController();
  const calls = Array.from({ length: limits.clientCallsAtOnce + 4 }, () =>
    client
      .call('every__trigger-long-running-operation', { duration: 60, steps: 1 }, { signal: stop.signal })
      .catch(() => null),
  );
  const refused = await Promise.any(calls.map(async (call) => (await call) ?? Promise.reject()));
  expect(wordsOf(refused)).toContain('calls of this client go on');
  await until(
    'all that go on',
    async () => openClientCalls(await stage.stateOf('laptop')).length === limits.clientCallsAtOnce,
  );
  // Others are none of its business.
  expect(wordsOf(await other.call('every__echo', { message: 'fine' }))).toContain('fine');
  stop.abort();
  await Promise.all(calls);
  await client.close();
  await other.close();
});

test('a call whose process has ended is ended by another', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['every']);
  const { services, conversation } = stage;
  const { stores } = services;
  // As a process leaves it behind.
  const timestamp = new Date().toISOString();
  await stores.leases.setPending(conversation.id, true);
  await stores.events.append(conversation.id, [
    {
      v: 1,
      timestamp,
      parentId: null,
      type: 'tool.user_requested',
      data: {
        toolCallId: 'call_lost',
        toolName: 'mcp__every__echo',
        arguments: { message: 'x' },
        by: { id: 'local', name: 'me' },
        client: 'laptop',
      },
    },
  ]);
  services.runner.wake(conversation.id);
  const call = await until('its end', async () => {
    const { toolCalls } = await services.readState(conversation.id);
    return toolCalls.call_lost?.status === 'complete' ? toolCalls.call_lost : null;
  });
  expect(call.result?.error?.message).toContain('the server stopped before it finished');
  const entries = await stores.ledger.list('2000-01-01', '9999-12-31');
  expect(entries).toMatchObject([{ kind: 'call', success: false, client: 'laptop' }]);
  await until(
    'nothing left to do',
    async () => !(await stores.leases.listPending()).includes(conversation.id),
  );
});

test('a server that dies, lies or floods fails for the client, and the gateway goes on', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['hostile']);
  const client = await stage.connectV2((await stage.newToken('laptop')).token, { server: 'hostile' });
  const names = (await client.listTools()).map(({ name }) => name);
  expect(names).not.toContain('only_for_apps');
  const died = await client.call('dies_for_good');
  expect(died.isError).toBe(true);
  expect(wordsOf(died)).toContain('the disk is gone');
  const big = await client.call('big');
  expect(await countTokens(wordsOf(big))).toBeLessThan(2_000);
  await client.close();
});

async function storeText({ services }: GatewayStage, conversationId: string, text: string): Promise<string> {
  const { artifacts } = services.stores;
  const id = services.newId('art');
  const writer = await artifacts.create({ ...sampleMetadata, id, conversationId });
  await writer.write(Buffer.from(text));
  await writer.complete(null);
  return id;
}

test('each question of a call is answered by itself, whoever is first', async () => {
  const pending = createPendingCalls();
  const exchange = () => ({ signal: new AbortController().signal, onProgress: () => {} });
  const question = (message: string) => ({ server: 's', message, fields: [], requestedSchema: {} });
  const answers: unknown[] = [];
  const onCard = new AbortController();
  const first = await pending.begin(
    'me',
    async (call) => {
      answers.push(await call.elicit(question('Delete A?'), onCard.signal));
      answers.push(await call.elicit(question('Delete B?'), call.signal));
      return { content: [{ type: 'text', text: 'done' }] };
    },
    exchange(),
  );
  // Somebody answers the first on its card, and then the client does, too.
  onCard.abort();
  const firstId = 'id' in first ? first.id : '';
  const second = await pending.resume('me', firstId, { action: 'accept', content: {} }, exchange());
  expect(second).toMatchObject({ question: { message: 'Delete B?' } });
  expect(answers).toEqual([{ action: 'cancel' }]);
  const secondId = second && 'id' in second ? second.id : '';
  expect(pending.resume('somebody else', secondId, { action: 'accept' }, exchange())).toBeNull();
  expect(await pending.resume('me', secondId, { action: 'decline' }, exchange())).toMatchObject({
    result: { content: [{ text: 'done' }] },
  });
  expect(answers).toEqual([{ action: 'cancel' }, { action: 'decline' }]);
  // What it came to is there for a client that answers late.
  expect(await pending.resume('me', firstId, { action: 'accept' }, exchange())).toMatchObject({
    result: { content: [{ text: 'done' }] },
  });
});

test('a token that is revoked, or a conversation that is deleted, ends the call that goes on', async () => {
  const stage = await startGatewayStage();
  await openToGateway(stage, ['every']);
  const { services } = stage;
  const { id, token } = await stage.newToken('laptop');
  const client = await stage.connectV1(token);
  const long = { duration: 60, steps: 1 };
  const revoked = client.call('every__trigger-long-running-operation', long).catch(() => null);
  await until('the call', async () => openClientCalls(await stage.stateOf('laptop')).length === 1);
  await services.stores.apiTokens.delete('local', id);
  await until('its end', async () => openClientCalls(await stage.stateOf('laptop')).length === 0);
  await client.close().catch(() => {});
  await revoked;

  const other = await stage.connectV2((await stage.newToken('other')).token);
  const called = other.call('every__trigger-long-running-operation', long);
  const state = await until('the call', async () => {
    const now = await stage.stateOf('other');
    return openClientCalls(now).length === 1 ? now : null;
  });
  const conversation = await services.stores.conversations.get(state.id);
  if (conversation === null) throw new Error('it has none');
  await deleteConversation({ services, member: services.localMember, origin: originAt(null) }, conversation);
  expect(wordsOf(await called)).toBe('Stopped before it finished.');
  const left = await services.stores.events.read(state.id, { durable: null, live: null }, 10);
  expect(left.durable).toEqual([]);
  await other.close();
});
