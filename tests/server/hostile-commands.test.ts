import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandsWith } from '../support/commands-with.ts';
import {
  ask,
  createConversation,
  ofType,
  readEvents,
  send,
  until,
  untilFinished,
} from '../support/conversations.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const marker = `hostile-${process.pid}`;
/** As many as a server runs at a time. The fork bomb is last: its processes cannot all be paused, so no other command starts in its workspace. */
const hostileCommands = [
  `while :; do head -c 1000000000 /dev/zero; done`,
  `trap "" TERM INT HUP; while :; do :; done`,
  `trap "" TERM INT HUP; (while :; do :; done) & while :; do :; done`,
  `bomb() { bomb & bomb & }; (bomb); while :; do :; done`,
];

/** Their processes can be recognized. */
const named = (at: number) => `exec -a ${marker}-${at} bash -c '${hostileCommands[at]}'`;

const isRunning = (name: string): boolean => commandsWith(name).some((command) => command.startsWith(name));

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage();
});
afterAll(async () => await stage?.close());

test('four commands that take all they get, in a conversation each, keep nobody else from working, and end when they are stopped', async () => {
  const { server } = stage;
  const hostile: { id: string; runId: string }[] = [];
  for (const at of hostileCommands.keys()) {
    const id = await createConversation(server);
    hostile.push({ id, ...(await send(server, id, `run ${named(at)}`)) });
    // On a busy machine the output may have reached its bound before anybody looks.
    const hasEnded = async () => ofType(await readEvents(server, id), 'tool.execution_complete').length > 0;
    await until(`command ${at}`, async () => isRunning(`${marker}-${at}`) || (await hasEnded()));
  }

  const id = await createConversation(server);
  for (let message = 0; message < 5; message += 1) {
    expect((await ask(server, id, `hello ${message}`)).data.outcome).toBe('completed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.request('/api/conversations')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  // The output ends at its bound; whoever is still at work is stopped.
  for (const each of hostile) await server.request(`/api/conversations/${each.id}/abort`, { method: 'POST' });
  for (const { id, runId } of hostile) {
    await untilFinished(server, id, runId);
    const [call] = ofType(await readEvents(server, id), 'tool.execution_complete');
    expect(call?.data.result?.content).toMatch(/stopped by a person|stopped: over/);
  }
  await until('the end of their processes', async () => !isRunning(marker));
  await ask(server, id, 'run echo again');
  const last = ofType(await readEvents(server, id), 'tool.execution_complete').at(-1);
  expect(last?.data.result?.content).toContain('again');
});
