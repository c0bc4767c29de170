import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArtifactViews } from '#lib/core/api/artifact-views.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { recalledFiles, recallsWhatItReads } from '../support/recalling-model.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { openStage, type Stage } from '../support/stage.ts';

/** Long enough for all steps of a run, short enough to be waited for. */
const ttlSeconds = 15;

describe('a result and its two sides', () => {
  let stage: SharedStage;
  let conversationId: string;
  let calls: DurableEvent<'tool.execution_complete'>['data'][];

  beforeAll(async () => {
    stage = await openSharedStage({ files: recalledFiles, script: recallsWhatItReads });
    conversationId = await createConversation(stage.server);
    await ask(stage.server, conversationId, 'investigate');
    calls = ofType(await readEvents(stage.server, conversationId), 'tool.execution_complete').map(
      ({ data }) => data,
    );
  });
  afterAll(async () => await stage?.close());

  const artifactId = () => calls[1]?.toolTelemetry.artifactId ?? '';
  const sidesOf = async (id: string): Promise<ArtifactViews> =>
    await (await stage.server.request(`/api/artifacts/${id}/views`)).json();
  const keep = (id: string, body: unknown) =>
    stage.server.request(`/api/artifacts/${id}/keep`, { method: 'POST', body });

  test('all results of a conversation are kept at once, for everybody; who may not read it cannot', async () => {
    const id = await createConversation(stage.server);
    await ask(stage.server, id, 'investigate');
    const artifactIds = ofType(await readEvents(stage.server, id), 'tool.execution_complete').flatMap(
      ({ data }) => data.toolTelemetry.artifactId ?? [],
    );
    expect(artifactIds.length).toBeGreaterThan(1);
    const response = await stage.server.request(`/api/conversations/${id}/keep`, {
      method: 'POST',
      body: { ttlSeconds: null },
    });
    expect(await response.json()).toEqual({ kept: artifactIds.length, expired: 0 });
    for (const artifactId of artifactIds) {
      const answer = await stage.server.request(`/api/artifacts/${artifactId}?format=metadata`);
      expect((await answer.json()).metadata.expiresAt).toBeNull();
    }
    const kept = ofType(await readEvents(stage.server, id), 'artifact.kept').map(
      ({ data }) => data.artifactId,
    );
    expect(kept.toSorted()).toEqual(artifactIds.toSorted());
    const bad = await stage.server.request(`/api/conversations/${id}/keep`, {
      method: 'POST',
      body: { ttlSeconds: 5 },
    });
    expect(bad.status).toBe(400);
  });

  test('the sides of a result: its relation, checked now, the steps that carried it, and what the model came back for', async () => {
    const before = Date.now();
    const sides = await sidesOf(artifactId());
    const { runId } = ofType(await readEvents(stage.server, conversationId), 'run.started')[0]?.data ?? {};
    expect(sides).toMatchObject({
      relation: 'summary',
      toolCallId: calls[1]?.toolCallId,
      runs: [{ runId, steps: 5, sent: { from: 3, to: 5 } }],
      recalls: [
        { step: 3, by: 'lines', asked: '190-200', sentTokens: calls[2]?.toolTelemetry.sentTokens },
        { step: 4, by: 'query', asked: 'batch 62', sentTokens: calls[3]?.toolTelemetry.sentTokens },
      ],
      masked: [],
      check: { isViewAsSent: true },
    });
    const { metadata } = await (
      await stage.server.request(`/api/artifacts/${artifactId()}?format=metadata`)
    ).json();
    expect(sides.check?.recordedSha256).toBe(metadata.sha256);
    expect(sides.check?.actualSha256).toBe(metadata.sha256);
    expect(Date.parse(sides.check?.checkedAt ?? '')).toBeGreaterThanOrEqual(before);
    // The model was sent that very text on just those steps.
    const carried = (stage.model?.requests ?? []).flatMap(({ body }, index) =>
      JSON.stringify(body.messages).includes(JSON.stringify(calls[1]?.result?.content).slice(1, -1))
        ? [index + 1]
        : [],
    );
    expect(carried).toEqual([3, 4, 5]);
  });

  test('a later turn carries it too, on all its steps', async () => {
    await ask(stage.server, conversationId, 'thank you');
    expect((await sidesOf(artifactId())).runs.map(({ steps, sent }) => [steps, sent])).toEqual([
      [5, { from: 3, to: 5 }],
      [1, { from: 1, to: 1 }],
    ]);
  });

  test('is kept for everybody: the expiry moves, the log tells it, and it never shortens', async () => {
    const beforeMs = Date.now();
    /** Whether it is as long after one of the requests of this test. */
    const isLifeOf = (expiresAt: string, lifeMs: number) =>
      Date.parse(expiresAt) >= beforeMs + lifeMs && Date.parse(expiresAt) <= Date.now() + lifeMs;
    const first = await keep(artifactId(), { ttlSeconds: 86_400 });
    const { expiresAt } = await first.json();
    expect(first.status).toBe(200);
    expect(isLifeOf(expiresAt, 86_400_000)).toBe(true);
    expect(await (await keep(artifactId(), { ttlSeconds: 3_600 })).json()).toEqual({
      expiresAt,
      notice: null,
    });
    expect(await (await keep(artifactId(), { ttlSeconds: null })).json()).toEqual({
      expiresAt: null,
      notice: null,
    });
    const released = await stage.server.request(`/api/artifacts/${artifactId()}/keep`, { method: 'DELETE' });
    const end = (await released.json()).expiresAt;
    expect(isLifeOf(end, 1_800_000)).toBe(true);
    const parts = (await readEvents(stage.server, conversationId)).filter(({ type }) =>
      ['artifact.kept', 'artifact.released'].includes(type),
    );
    expect(parts.map(({ type, data }) => [type, data])).toEqual(
      (
        [
          ['artifact.kept', expiresAt],
          ['artifact.kept', expiresAt],
          ['artifact.kept', null],
          ['artifact.released', end],
        ] as const
      ).map(([type, until]) => [
        type,
        { artifactId: artifactId(), expiresAt: until, by: { id: 'local', name: expect.any(String) } },
      ]),
    );
  });

  test('the path and the names of before answer too, and say that they end', async () => {
    const answer = await stage.server.request(`/api/artifacts/${artifactId()}/sides`);
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([200, '@1795651200']);
    const { check } = await answer.json();
    expect(check.foundSha256).toBe(check.actualSha256);
  });

  test('refuses other lengths, foreign origins and what is not there', async () => {
    for (const body of [{ ttlSeconds: 60 }, {}, { ttlSeconds: null, more: 1 }]) {
      expect((await keep(artifactId(), body)).status).toBe(400);
    }
    const foreign = await stage.server.request(`/api/artifacts/${artifactId()}/keep`, {
      method: 'POST',
      body: { ttlSeconds: null },
      headers: { Origin: 'http://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
    const nobodys = `art_${'a'.repeat(26)}`;
    for (const path of [`${nobodys}/views`, 'shr_aaaaaaaaaaaaaaaaaaaaaaaaaa/sides']) {
      expect((await stage.server.request(`/api/artifacts/${path}`)).status).toBe(404);
    }
    expect((await keep(nobodys, { ttlSeconds: null })).status).toBe(404);
  });
});

describe('with a short life, on Redis', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      store: 'Redis',
      files: recalledFiles,
      script: recallsWhatItReads,
      environment: { VITRINE_ARTIFACT_TTL_SECONDS: String(ttlSeconds) },
    });
  });
  afterAll(async () => await stage?.close());

  test('what is kept outlives its time, over a restart too; what is not is over, cannot be kept, and its sides are still told', async () => {
    const { server } = stage;
    const id = await createConversation(server);
    await ask(server, id, 'investigate');
    const calls = ofType(await readEvents(server, id), 'tool.execution_complete');
    const [small, large] = calls.map(({ data }) => data.toolTelemetry.artifactId ?? '');
    const path = (artifactId = '') => `/api/artifacts/${artifactId}`;
    const { metadata } = await (await server.request(`${path(large)}?format=metadata`)).json();
    const kept = await server.request(`${path(large)}/keep`, {
      method: 'POST',
      body: { ttlSeconds: null },
    });
    expect(kept.status).toBe(200);
    await until('the other to expire', async () => (await server.request(path(small))).status === 404);
    await until('its own first end to pass', async () => Date.now() > Date.parse(metadata.expiresAt));
    expect((await server.request(path(large))).status).toBe(200);
    await stage.restart();
    expect((await stage.server.request(path(large))).status).toBe(200);
    const late = await stage.server.request(`${path(small)}/keep`, {
      method: 'POST',
      body: { ttlSeconds: 3_600 },
    });
    expect([late.status, (await late.json()).code]).toEqual([404, 'artifact_expired']);
    const sides: ArtifactViews = await (await stage.server.request(`${path(small)}/views`)).json();
    expect(sides).toMatchObject({ relation: 'equal', check: null, runs: [{ sent: { from: 2, to: 5 } }] });
    // Let go of, it has as long as a new one, and then is over.
    await stage.server.request(`${path(large)}/keep`, { method: 'DELETE' });
    expect((await stage.server.request(path(large))).status).toBe(200);
    await until('it to expire', async () => (await stage.server.request(path(large))).status === 404);
  });
});

test('what is still written cannot be kept yet', async () => {
  const stage = await openStage({ environment: { VITRINE_EXEC: 'unsafe-host' } });
  try {
    const id = await createConversation(stage.server);
    const response = await stage.server.request(`/api/conversations/${id}/messages`, {
      method: 'POST',
      body: { text: 'run echo begun; sleep 20' },
    });
    expect(response.status).toBe(202);
    const artifactId = await until('the output to begin', async () => {
      const stream = await stage.server.request(`/api/conversations/${id}/events`);
      const reader = stream.body?.getReader();
      let text = '';
      for (let at = 0; at < 40 && !/partial_result/.test(text); at += 1) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
        text += new TextDecoder().decode(value);
        if (done) break;
      }
      await reader?.cancel();
      return /"artifactId":"(art_[a-z2-7]{26})"/.exec(text)?.[1];
    });
    const kept = await stage.server.request(`/api/artifacts/${artifactId}/keep`, {
      method: 'POST',
      body: { ttlSeconds: 3_600 },
    });
    expect([kept.status, (await kept.json()).code]).toEqual([409, 'artifact_writing']);
    await stage.server.request(`/api/conversations/${id}/abort`, { method: 'POST' });
  } finally {
    await stage.close();
  }
});

test('bytes that were changed on the disk are found out when they are looked at', async () => {
  const stage = await openSharedStage({ files: recalledFiles, script: recallsWhatItReads });
  try {
    const id = await createConversation(stage.server);
    await ask(stage.server, id, 'investigate');
    const [, call] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    const artifactId = call?.data.toolTelemetry.artifactId ?? '';
    const file = join(stage.server.dataDir, 'artifacts', artifactId.slice(-2), artifactId);
    const bytes = readFileSync(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const sides: ArtifactViews = await (
      await stage.server.request(`/api/artifacts/${artifactId}/views`)
    ).json();
    expect(sides.relation).toBe('mismatch');
    expect(sides.check?.actualSha256).not.toBe(sides.check?.recordedSha256);
  } finally {
    await stage.close();
  }
});
