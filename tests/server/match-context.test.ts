import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, readEvents } from '../support/conversations.ts';
import { makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const text = numberedLines(100, (number) => (number === 40 ? 'needle' : `line ${number}`));
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({ files: { 'a.txt': text, 'b.txt': 'needle\n', 'c.txt': 'x\n' } });
});
afterAll(async () => await stage?.close());

const search = async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['find needle', 'show c.txt']);
  return { id, found: artifactIds[0] ?? '', shown: artifactIds[1] ?? '' };
};
const ask = async (artifactId: string, query = 'line=1') => {
  const response = await stage.server.request(`/api/artifacts/${artifactId}/context?${query}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe('the lines around a match', () => {
  test('come from its file, and leave no trace', async () => {
    const { id, found } = await search();
    const period = 'from=2020-01-01&to=2099-01-01';
    const savings = async () => await (await stage.server.request(`/api/savings?${period}`)).json();
    const before = [await readEvents(stage.server, id), await savings()];
    const { status, headers, body } = await ask(found, 'line=1&before=2&after=1');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      path: 'a.txt',
      from: 38,
      lines: ['line 38', 'line 39', 'needle', 'line 41'],
      total: 100,
      cut: [],
    });
    expect([await readEvents(stage.server, id), await savings()]).toEqual(before);
  });

  test('are refused in words where the file is another, or gone', async () => {
    const { found } = await search();
    writeFileSync(join(stage.workspace, 'a.txt'), `new\n${text}`);
    rmSync(join(stage.workspace, 'b.txt'));
    expect(await ask(found, 'line=1')).toMatchObject({
      status: 409,
      body: { code: 'changed', error: 'The file has changed since this search. Search again.' },
    });
    expect(await ask(found, 'line=2')).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'This file no longer exists.' },
    });
    writeFileSync(join(stage.workspace, 'a.txt'), text);
    writeFileSync(join(stage.workspace, 'b.txt'), 'needle\n');
  });

  test.each([
    ['', 'invalid_request'],
    ['line=0', 'invalid_request'],
    ['line=1&before=51', 'invalid_request'],
    ['line=1&line=2', 'invalid_request'],
    ['line=1&path=c.txt', 'invalid_request'],
    ['line=3', 'invalid_lines'],
  ])('are refused where what is asked for (%s) is no match', async (query, code) => {
    const { found } = await search();
    expect(await ask(found, query)).toMatchObject({ status: 400, body: { code } });
  });

  test('are of a search alone', async () => {
    const { shown } = await search();
    expect(await ask(shown)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('go with the conversation, and are there for nobody who may not see it', async () => {
    const { id, found } = await search();
    const unknown = { status: 404, body: { error: 'Not found', code: 'not_found' } };
    expect(await ask(`art_${'a'.repeat(26)}`)).toMatchObject(unknown);
    expect(await ask(await createConversation(stage.server))).toMatchObject(unknown);
    expect(await ask('art_')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
    await stage.server.request(`/api/conversations/${id}`, { method: 'DELETE' });
    expect(await ask(found)).toMatchObject(unknown);
  });

  test('are not of a share: neither by its token nor by its ID', async () => {
    const { found } = await search();
    const created = await stage.server.request(`/api/artifacts/${found}/shares`, {
      method: 'POST',
      body: { audience: 'link' },
    });
    const { token, id: shareId } = await created.json();
    const path = `/api/shares/${token}/artifact`;
    expect((await stage.server.request(`${path}/files`)).status).toBe(200);
    const response = await stage.server.request(`${path}/context?line=1`);
    expect([response.status, (await response.text()).includes('line 39')]).toEqual([404, false]);
    expect(await ask(shareId)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
