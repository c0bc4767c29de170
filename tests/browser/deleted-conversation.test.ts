import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation, send } from '../support/conversations.ts';
import { saidTexts } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage();
});
afterAll(() => stage.close());

test('a conversation that is deleted while a tab shows it does not cut off the other tabs', async () => {
  // What the deleted one's tab asks for as it loads may come too late.
  const visitor = await visit(stage.server.url, { expects: [/404 \(Not Found\)/] });
  const [gone, here] = [await createConversation(stage.server), await createConversation(stage.server)];
  await visitor.open(`/c/${gone}`);
  const other = await visitor.open(`/c/${here}`);
  expect((await stage.server.request(`/api/conversations/${gone}`, { method: 'DELETE' })).status).toBe(204);
  const third = await visitor.open(`/c/${here}`);
  await send(stage.server, here, 'help');
  for (const tab of [other, third]) await eventually(() => saidTexts(tab)).toEqual(['help']);
});
