import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { ask, createConversation } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
const received: string[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push(body);
  response.writeHead(204).end();
});
let address = '';

beforeAll(async () => {
  stage = await openSharedStage({ files: { 'a.txt': 'one\n' } });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await stage?.server.request('/api/webhook', { method: 'DELETE' });
  await stage?.close();
});

test('an admin sets a webhook, copies its secret, tries it, and it is sent what happens; removed, it is sent nothing', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/team');
  await untilAwake(page);
  await page.getByRole('button', { name: 'Set a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('checkbox', { name: /^Mentions/ }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secret = page.getByRole('textbox', { name: 'Secret' });
  await secret.waitFor();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await page.getByText('Approvals, Ended runs · without text').waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('It answered 204.').waitFor();
  expect(JSON.parse(received[0] ?? '')).toMatchObject({ type: 'test' });
  await page.getByText(/^The last one arrived: 204/).waitFor();
  await expectAccessible(page);

  await ask(stage.server, await createConversation(stage.server), 'read a.txt');
  await eventually(() => received.length).toBe(2);
  expect(JSON.parse(received[1] ?? '')).toMatchObject({ type: 'run_ended', data: { outcome: 'completed' } });

  await page.reload();
  await untilAwake(page);
  expect(await secret.count()).toBe(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set a webhook' }).waitFor();
  await ask(stage.server, await createConversation(stage.server), 'read a.txt');
  expect(received).toHaveLength(2);
});
