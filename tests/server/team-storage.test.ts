import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationEnd } from '#lib/core/vocabulary/lifetime.ts';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { openStage, type Stage, storeNames } from '../support/stage.ts';

describe.each(storeNames)('how long results last, on %s', (store) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ store, files: { 'a.txt': 'one\n' } });
  });
  afterAll(async () => await stage?.close());

  const choose = async (lifetimeSeconds: unknown) =>
    (await stage.server.request('/api/settings', { method: 'PATCH', body: { lifetimeSeconds } })).status;
  /** What is left of a new result, in seconds; `null`: its expiry is no instant that comes. */
  const makeResult = async () => {
    const id = await createConversation(stage.server);
    await ask(stage.server, id, 'show a.txt');
    const [call] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    const artifactId = call?.data.toolTelemetry.artifactId ?? '';
    const answer = await stage.server.request(`/api/artifacts/${artifactId}?format=metadata`);
    const { expiresAt, createdAt } = (await answer.json()).metadata;
    return { artifactId, expiresAt, seconds: (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000 };
  };

  test('is what an admin chose, from the next result on', async () => {
    const before = await makeResult();
    expect(Math.round(before.seconds / 60)).toBe(30);
    expect(await choose(604_800)).toBe(204);
    const after = await makeResult();
    expect(Math.round(after.seconds / 86_400)).toBe(7);
    const unchanged = await stage.server.request(`/api/artifacts/${before.artifactId}?format=metadata`);
    expect((await unchanged.json()).metadata.expiresAt).toBe(before.expiresAt);
    const entries = await (await stage.server.request('/api/audit')).json();
    expect(JSON.stringify(entries)).toContain('how long results last: 30 minutes to 7 days');
  });

  test('may be as long as their conversation; keeping and releasing still work', async () => {
    expect(await choose(null)).toBe(204);
    const { artifactId, expiresAt } = await makeResult();
    expect(expiresAt).toBe(conversationEnd);
    const keep = async (method: 'POST' | 'DELETE', body?: object) =>
      (
        await stage.server.request(`/api/artifacts/${artifactId}/keep`, { method, ...(body ? { body } : {}) })
      ).json();
    expect(await keep('POST', { ttlSeconds: 3_600 })).toMatchObject({ expiresAt: conversationEnd });
    expect(await keep('POST', { ttlSeconds: null })).toMatchObject({ expiresAt: null });
    expect(await keep('DELETE')).toEqual({ expiresAt: conversationEnd });
    expect(await (await stage.server.request(`/api/artifacts/${artifactId}`)).text()).toBe('one\n');
  });

  test.each([0, -1, 1.5, 366 * 86_400, '7 days'])('is never %j', async (lifetimeSeconds) => {
    expect(await choose(lifetimeSeconds)).toBe(400);
  });
});

describe.each(storeNames)('the storage of a team, on %s', (store) => {
  let stage: Stage;
  const kilobyte = 1_024;
  beforeAll(async () => {
    stage = await openStage({
      store,
      environment: { VITRINE_ARTIFACT_MB: '2' },
      files: { 'a.txt': 'a'.repeat(250 * kilobyte) },
    });
  });
  afterAll(async () => await stage?.close());

  const makeResult = async () => {
    const id = await createConversation(stage.server);
    await ask(stage.server, id, 'show a.txt');
    const [call] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    return call?.data.toolTelemetry.artifactId ?? '';
  };
  const keep = async (artifactId: string) => {
    const path = `/api/artifacts/${artifactId}/keep`;
    const response = await stage.server.request(path, { method: 'POST', body: { ttlSeconds: null } });
    return { status: response.status, body: await response.json() };
  };
  test('says that it fills up before it is full; then nothing more is kept, and results go on', async () => {
    const answers: Awaited<ReturnType<typeof keep>>[] = [];
    let last = '';
    let firstKept = '';
    for (let count = 0; count < 12; count += 1) {
      last = await makeResult();
      firstKept ||= last;
      answers.push(await keep(last));
      if (answers.at(-1)?.status !== 200) break;
    }
    const notices = answers.map(({ body }) => body.notice);
    expect(notices[0]).toBeNull();
    expect(notices.at(-2)).toMatch(/^Kept results fill (?:8|9)\d % of the team’s storage of 2 MB\.$/);
    expect(answers.at(-1)).toMatchObject({
      status: 507,
      body: { code: 'storage_full', error: expect.stringContaining('Stop keeping some of them first.') },
    });
    // What is kept already takes no more.
    expect((await keep(firstKept)).status).toBe(200);
    expect((await stage.server.request(`/api/artifacts/${last}`)).status).toBe(200);
    expect((await stage.server.request(`/api/artifacts/${await makeResult()}`)).status).toBe(200);

    const page = await (await stage.server.request('/artifacts')).text();
    expect(page).toContain('Nearly full');
    expect(page).toMatch(/The largest kept one that you may see is.{0,40}a\.txt/);
    expect(page).toContain('Show the largest');

    await stage.server.request(`/api/artifacts/${firstKept}/keep`, { method: 'DELETE' });
    const next = await makeResult();
    expect((await keep(next)).status).toBe(200);
  });
});
