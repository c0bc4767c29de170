import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConversationState, SubAgentState } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { type DurableEvent, durableEvent, type NewEvent, nestedEvent } from '#lib/core/vocabulary/events.ts';
import { stopSubAgent } from '#lib/operations/conversations/stop-sub-agent.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { forkConversation } from '#lib/runs/fork-conversation.ts';
import { changeLimits } from '../support/change-limits.ts';
import { ofType, until } from '../support/conversations.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { askerOf, delegating, type Part, resultsRead, scriptOfParts } from '../support/sub-agent-script.ts';
import { tempFolder } from '../support/temp-folder.ts';

function configFile(settings: object): Record<string, string> {
  const file = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(file, JSON.stringify(settings));
  return { VITRINE_CONFIG: file };
}

const agent = (change: object = {}) => ({ description: 'reads', instructions: 'Read closely.', ...change });

const stageOf = (agents: Record<string, object>, parts: Record<string, Part>, settings = {}) =>
  startRunStage(scriptOfParts(parts), { environment: configFile({ agents, ...settings }) });

const durableOf = async (stage: RunStage): Promise<DurableEvent[]> =>
  (await stage.events()).filter((event): event is DurableEvent => event.id !== null);

const stateOf = async (stage: RunStage) => reduceEvents(await stage.events());

/** What the agent of the conversation read of the sub-agents. */
const readByMain = (stage: RunStage): string => resultsRead(stage.model.requests, 'main');

const mara = { id: 'm-mara', name: 'Mara' };

const agentsIn = ({ subAgents }: ConversationState): SubAgentState[] => Object.values(subAgents);
const endsIn = (state: ConversationState) =>
  agentsIn(state).map(({ agentName, end }) => [agentName, end?.outcome ?? null]);

const stop = (stage: RunStage, agent: SubAgentState) =>
  stopSubAgent(stage.services, { conversationId: stage.conversation.id, subagentId: agent.subagentId }, mara);

describe('three sub-agents at the same time, one failing and one stopped by a person', () => {
  /** Asks, stops the writer once the others have ended, and waits for the run. */
  const play = async () => {
    const stage = await stageOf(
      { reader: agent(), tester: agent(), writer: agent() },
      {
        main: (step) =>
          step === 0
            ? delegating([
                { agent: 'reader', task: 'Which files are here?' },
                { agent: 'tester', task: 'Try it' },
                { agent: 'writer', task: 'Write it down' },
              ])
            : { text: 'all done' },
        reader: (step) =>
          step === 0
            ? { toolCalls: [{ name: 'list_files', arguments: {}, id: 'call_same' }] }
            : { text: 'The file is sub-agents.integration.test.ts.' },
        tester: () => ({ status: 400 }),
        writer: () => ({ text: 'I begin to write. ', hangs: true }),
      },
    );
    const ask = stage.ask('find out');
    const writer = await until('the writer', async () => {
      const agents = agentsIn(await stateOf(stage));
      return agents.filter(({ end }) => end !== null).length === 2
        ? agents.find(({ end }) => end === null)
        : undefined;
    });
    await stop(stage, writer);
    return { stage, end: await ask };
  };

  test('each has its thread; the run goes on with what they had; the ledger and what the agent reads are right', async () => {
    const { stage, end } = await play();
    expect(end.data.outcome).toBe('completed');
    const events = await durableOf(stage);
    const state = reduceEvents(events);
    expect(endsIn(state)).toEqual([
      ['reader', 'completed'],
      ['tester', 'failed'],
      ['writer', 'aborted'],
    ]);
    const [reader, , writer] = agentsIn(state);
    expect(saidIn(reader)).toEqual([
      'Which files are here?',
      '',
      'The file is sub-agents.integration.test.ts.',
    ]);
    expect(writer?.stoppedBy).toEqual(mara);
    expect(saidIn(writer)).toEqual(['Write it down', expect.stringMatching(/^I begin/)]);
    // The thread of the conversation has only what its own agent did.
    expect(state.items.map(({ kind }) => kind)).toEqual(['user', 'assistant', 'assistant']);
    expect(state.activeRunId).toBeNull();
    expect(ofType(events, 'run.started')).toHaveLength(1);
    expect(Object.values(state.toolCalls).every(({ status }) => status === 'complete')).toBe(true);

    const nested = events.filter(({ parentId }) => parentId === reader?.eventId);
    expect(nested.map(({ type }) => type)).toEqual([
      'assistant.message',
      'session.usage_info',
      'tool.execution_start',
      'tool.execution_complete',
      'assistant.message',
      'session.usage_info',
    ]);

    const view = readByMain(stage);
    expect(view).toContain('## reader: answered after 2 steps\nThe file is sub-agents.integration.test.ts.');
    expect(view).toMatch(/Its results: art_[a-z2-7]{26} \(support\/\)\./);
    expect(view).toContain('## tester: failed after 0 steps\nThe model server answered 400');
    expect(view).toContain(
      '## writer: was stopped after 1 step\nA person stopped it. Its last words:\nI begin',
    );
    // It reads nothing of how they came to it.
    expect(view).not.toContain('list_files');

    const delegation = Object.values(state.toolCalls).find(({ toolName }) => toolName === 'delegate');
    const entries = await stage.services.stores.ledger.list('2000-01-01', '9999-12-31');
    expect(new Set(entries.map(({ runId }) => runId))).toEqual(new Set([end.data.runId]));
    const steps = entries.filter(({ kind }) => kind === 'step');
    const count = (purpose: string) => steps.filter((entry) => entry.purpose === purpose).length;
    // Of the writer, the answer that broke off; the tester was refused.
    expect([count('answer'), count('agent')]).toEqual([2, 3]);
    const ofAgents = entries.filter(({ purpose }) => purpose === 'agent');
    expect(new Set(ofAgents.map(({ parentToolCallId }) => parentToolCallId))).toEqual(
      new Set([delegation?.toolCallId]),
    );
    expect(ofAgents.filter(({ kind }) => kind === 'call')).toHaveLength(1);
  });

  test('a reader of the log from the start, event by event or late, has the same state', async () => {
    const { stage } = await play();
    const events = await durableOf(stage);
    const whole = reduceEvents(events);
    for (const split of [3, 8, events.length - 2]) {
      const before = reduceEvents(events.slice(0, split));
      // What was seen before may come again.
      expect(reduceEvents(events.slice(Math.max(0, split - 3)), before)).toEqual(whole);
    }
  });
});

const saidIn = (agent: SubAgentState | undefined): string[] =>
  agent?.thread.items.map((item) => ('content' in item ? item.content : '')) ?? [];

describe('delegation is refused', () => {
  const answerTo = async (tasks: { agent: string; task: string }[], agents = { reader: agent() }) => {
    const stage = await stageOf(agents, {
      main: (step) => (step === 0 ? delegating(tasks) : { text: 'well' }),
      reader: (step) =>
        step === 0 ? delegating([{ agent: 'reader', task: 'again' }]) : { text: 'I did it myself.' },
    });
    expect((await stage.ask('go')).data.outcome).toBe('completed');
    return { stage, view: readByMain(stage) };
  };

  test('to a sub-agent that there is not, with the names of those that there are', async () => {
    const { view, stage } = await answerTo([{ agent: 'poet', task: 'sing' }]);
    expect(view).toContain('There is no sub-agent poet. There are: reader.');
    expect(agentsIn(await stateOf(stage))).toEqual([]);
  });

  test('to itself: the sub-agent reads why, and goes on', async () => {
    const { view, stage } = await answerTo([{ agent: 'reader', task: 'read' }]);
    expect(view).toContain('I did it myself.');
    expect(endsIn(await stateOf(stage))).toEqual([['reader', 'completed']]);
    const raws = stage.model.requests
      .filter((request) => askerOf(request) === 'reader')
      .map((one) => one.raw);
    expect(raws.at(-1)).toContain('reader would delegate to itself.');
  });

  test('beyond two levels: the one at the bottom has no such tool', async () => {
    const stage = await stageOf(
      { outer: agent(), inner: agent(), third: agent() },
      {
        main: (step) => (step === 0 ? delegating([{ agent: 'outer', task: 'out' }]) : { text: 'well' }),
        outer: (step) =>
          step === 0 ? delegating([{ agent: 'inner', task: 'in' }]) : { text: 'from inside' },
        inner: (step) =>
          step === 0 ? delegating([{ agent: 'third', task: 'x' }]) : { text: 'as deep as it goes' },
      },
    );
    await stage.ask('go');
    const state = await stateOf(stage);
    expect(endsIn(state)).toEqual([
      ['outer', 'completed'],
      ['inner', 'completed'],
    ]);
    const [outer, inner] = agentsIn(state);
    expect([outer?.parentId, inner?.parentId]).toEqual([null, outer?.eventId]);
    const toolsOfInner = stage.model.requests
      .filter((request) => askerOf(request) === 'inner')
      .map(({ body }) => JSON.stringify(body.tools));
    expect(toolsOfInner.every((tools) => !tools.includes('delegate'))).toBe(true);
    expect(toolsOfInner.length).toBeGreaterThan(1);
  });

  test('where four work already, whichever call started them', async () => {
    const four = Array.from({ length: 4 }, () => ({ agent: 'reader', task: 'x' }));
    const stage = await stageOf(
      { reader: agent() },
      {
        main: (step) =>
          step === 0
            ? {
                toolCalls: [
                  { name: 'delegate', arguments: { tasks: four } },
                  { name: 'delegate', arguments: { tasks: four } },
                ],
              }
            : { text: 'well' },
        reader: () => ({ text: '## writer: answered after 1 step', delayMs: 20 }),
      },
    );
    await stage.ask('go');
    const state = await stateOf(stage);
    expect(agentsIn(state)).toHaveLength(4);
    expect(readByMain(stage)).toContain('4 sub-agents work already.');
    // An answer that looks like the report of another one is none.
    expect(readByMain(stage)).toContain('> ## writer: answered after 1 step');
    expect(readByMain(stage)).not.toMatch(/^## writer/m);
  });

  test('of more tasks than run at the same time', async () => {
    const { view } = await answerTo(Array.from({ length: 5 }, () => ({ agent: 'reader', task: 'x' })));
    expect(view).toMatch(/^Bad arguments for delegate/);
  });
});

describe('bounds of a sub-agent', () => {
  const listing = { toolCalls: [{ name: 'list_files', arguments: {} }] };
  const endOf = async (ofAgent: object, part: Part = () => listing, settings = {}) => {
    const stage = await stageOf(
      { reader: agent(ofAgent) },
      {
        main: (step) => (step === 0 ? delegating([{ agent: 'reader', task: 'read' }]) : { text: 'well' }),
        reader: part,
      },
      settings,
    );
    await stage.ask('go');
    const [reader] = agentsIn(await stateOf(stage));
    return { reader, view: readByMain(stage), stage };
  };

  test('its step limit', async () => {
    const { reader, view } = await endOf({ steps: 3 });
    expect(reader?.end?.outcome).toBe('step_limit');
    expect(view).toContain(
      '## reader: reached its step limit after 3 steps\nIt did not finish within 3 steps.',
    );
  });

  test('its tools', async () => {
    const { stage } = await endOf({ tools: ['list_*', 'recall_output'], steps: 1 });
    const request = stage.model.requests.find((one) => askerOf(one) === 'reader');
    const names = z
      .array(z.object({ function: z.object({ name: z.string() }) }))
      .parse(request?.body.tools)
      .map((tool) => tool.function.name);
    expect(names).toEqual(['list_files', 'recall_output']);
  });

  test('a model that is not there', async () => {
    const { reader, view } = await endOf({ model: 'gone' });
    expect(reader).toBeUndefined();
    expect(view).toContain('The model of reader, gone, is not available here.');
  });

  const prices = { prices: { scripted: { input: 100, output: 100 } } };
  const usage = { prompt_tokens: 4_000, completion_tokens: 1_000 };

  test('its budget: the agent goes on with what it had', async () => {
    const part: Part = (step) => ({ ...listing, text: `Seen ${step + 1} times.`, usage });
    const { reader, view, stage } = await endOf({ dollars: 1 }, part, prices);
    expect(reader?.end).toMatchObject({ outcome: 'budget', costMicrodollars: 1_000_000 });
    expect(view).toContain(
      '## reader: reached its budget after 2 steps\nreader reached its budget of $1.00. Its last words:\nSeen 2 times.',
    );
    const runs = Object.values((await stateOf(stage)).runs);
    expect(runs.map(({ status }) => status)).toEqual(['completed']);
  });

  test('the budget of one below it counts for it too', async () => {
    const stage = await stageOf(
      { outer: agent({ dollars: 1 }), inner: agent() },
      {
        main: (step) => (step === 0 ? delegating([{ agent: 'outer', task: 'out' }]) : { text: 'well' }),
        outer: (step) => (step === 0 ? delegating([{ agent: 'inner', task: 'in' }]) : { text: 'never said' }),
        inner: (step) => ({ ...(step < 5 ? listing : { text: 'x' }), usage }),
      },
      prices,
    );
    await stage.ask('go');
    expect(endsIn(await stateOf(stage))).toEqual([
      ['outer', 'budget'],
      ['inner', 'budget'],
    ]);
  });

  test('the budget of the conversation ends the run, and all in it', async () => {
    const budgets = [{ scope: 'conversation', period: 'day', tokens: 12_000 }];
    const { reader, stage } = await endOf({}, () => ({ ...listing, usage }), { budgets });
    expect(reader?.end?.outcome).toBe('budget');
    const [run] = Object.values((await stateOf(stage)).runs);
    expect(run?.status).toBe('budget');
  });
});

describe('a sub-agent that asks for approval', () => {
  const asking = async () => {
    const stage = await stageOf(
      { reader: agent(), writer: agent() },
      {
        main: (step) =>
          step === 0
            ? delegating([
                { agent: 'reader', task: 'read' },
                { agent: 'writer', task: 'write' },
              ])
            : { text: 'well' },
        reader: (step) =>
          step === 0 ? { toolCalls: [{ name: 'list_files', arguments: {} }] } : { text: 'Listed.' },
        writer: () => ({ text: 'Written.' }),
      },
      { approvals: { list_files: 'ask' } },
    );
    const ask = stage.ask('go');
    const permission = await until('the question', async () => {
      const state = await stateOf(stage);
      const call = Object.values(state.toolCalls).find((one) => one.permission !== null);
      return agentsIn(state).some(({ agentName, end }) => agentName === 'writer' && end !== null)
        ? (call?.permission ?? undefined)
        : undefined;
    });
    const answer = (decision: 'approved' | 'rejected') =>
      stage.services.runner.answer(stage.conversation.id, permission.requestId, { decision, by: mara });
    return { stage, ask, answer };
  };

  test.for([
    ['approved', 'run-stage.ts'],
    ['rejected', 'Refused by Mara.'],
  ] as const)('waits in its place while others work, and goes on once it is %s', async ([decision, read]) => {
    const { stage, ask, answer } = await asking();
    expect((await stateOf(stage)).activeRunId).not.toBeNull();
    await answer(decision);
    expect((await ask).data.outcome).toBe('completed');
    expect(endsIn(await stateOf(stage))).toEqual([
      ['reader', 'completed'],
      ['writer', 'completed'],
    ]);
    const request = stage.model.requests.findLast((one) => askerOf(one) === 'reader');
    expect(request?.raw).toContain(read);
  });

  test('ends with its run, when that is stopped', async () => {
    const { stage, ask } = await asking();
    await stage.services.runner.abort(stage.conversation.id, mara);
    expect((await ask).data.outcome).toBe('aborted');
    const state = await stateOf(stage);
    expect(endsIn(state)).toEqual([
      ['reader', 'aborted'],
      ['writer', 'completed'],
    ]);
    expect(Object.values(state.toolCalls).every(({ status }) => status === 'complete')).toBe(true);
  });

  describe('when nobody is there', () => {
    changeLimits({ agentPatienceMs: 600 });

    test('fails, and the agent goes on', async () => {
      const { stage, ask } = await asking();
      expect((await ask).data.outcome).toBe('completed');
      const [reader] = agentsIn(await stateOf(stage));
      expect(reader?.end).toMatchObject({
        outcome: 'failed',
        error: expect.stringContaining('Nobody answered'),
      });
      const [call] = Object.values((await stateOf(stage)).toolCalls).filter(
        ({ threadId }) => threadId !== null,
      );
      expect(call?.status).toBe('complete');
    });
  });
});

describe('a process that ends while sub-agents work', () => {
  test('each is marked, and the run goes on with what they had', async () => {
    const stage = await stageOf({ reader: agent(), writer: agent() }, { main: () => ({ text: 'I go on.' }) });
    const { services, conversation } = stage;
    const { events, leases } = services.stores;
    const now = new Date().toISOString();
    const append = async (added: NewEvent[]) => {
      const result = await events.append(conversation.id, added);
      if (result.status !== 'appended') throw new Error(result.status);
      return result.events;
    };
    const tasks = [
      { agent: 'reader', task: 'read' },
      { agent: 'writer', task: 'write' },
      { agent: 'writer', task: 'not begun' },
    ];
    const delegation = { toolCallId: 'call_d', name: 'delegate', arguments: { tasks } };
    await append([
      durableEvent(
        'user.message',
        { messageId: 'msg_1', runId: 'run_1', content: 'go', author: mara, attachments: [] },
        now,
      ),
      durableEvent('run.started', { runId: 'run_1', messageId: 'msg_1', model: 'scripted' }, now),
      durableEvent('assistant.message', { messageId: 'msg_2', content: '', toolRequests: [delegation] }, now),
      durableEvent('tool.execution_start', { ...delegation, toolName: 'delegate' }, now),
    ]);
    const startAgent = async (name: string, task: string) => {
      const data = {
        toolCallId: 'call_d',
        subagentId: `agt_${name}`,
        agentName: name,
        agentDisplayName: name,
      };
      const more = { agentDescription: '', task, model: 'scripted', maxSteps: 30, maxMicrodollars: null };
      const [started] = await append([durableEvent('subagent.started', { ...data, ...more }, now)]);
      return { ...data, id: started?.id ?? '' };
    };
    const reader = await startAgent('reader', 'read');
    const writer = await startAgent('writer', 'write');
    const { id: _, ...ofReader } = reader;
    await append([
      nestedEvent(
        durableEvent('assistant.message', { messageId: 'msg_3', content: 'It is there.' }, now),
        reader.id,
      ),
      durableEvent(
        'subagent.completed',
        { ...ofReader, outcome: 'completed', durationMs: 5, costMicrodollars: 7 },
        now,
      ),
      nestedEvent(
        durableEvent(
          'assistant.message',
          {
            messageId: 'msg_4',
            content: 'I look first.',
            toolRequests: [{ toolCallId: 'call_l', name: 'list_files', arguments: {} }],
          },
          now,
        ),
        writer.id,
      ),
    ]);
    const below = {
      agentDescription: '',
      task: 'below',
      model: 'scripted',
      maxSteps: 30,
      maxMicrodollars: null,
    };
    const ofBelow = {
      toolCallId: 'call_b',
      subagentId: 'agt_b',
      agentName: 'reader',
      agentDisplayName: 'reader',
    };
    await append([nestedEvent(durableEvent('subagent.started', { ...ofBelow, ...below }, now), writer.id)]);
    await leases.setPending(conversation.id, true);
    services.runner.wake(conversation.id);
    await until('the end', async () => ofType(await durableOf(stage), 'run.finished')[0]);

    const state = await stateOf(stage);
    expect(state.runs.run_1?.status).toBe('completed');
    expect(endsIn(state)).toEqual([
      ['reader', 'completed'],
      ['writer', 'interrupted'],
      ['reader', 'interrupted'],
    ]);
    expect(state.toolCalls.call_l?.status).toBe('complete');
    const view = readByMain(stage);
    expect(view).toContain('## reader: answered after 1 step\nIt is there.');
    expect(view).toContain('## writer: was lost after 1 step');
    expect(view).toContain('I look first.');
    expect(view).toContain('## writer: did not begin');
    expect(saidIn(agentsIn(state)[1])).toEqual(['write', 'I look first.']);
  });
});

describe('a process that ends while sub-agents work beside a call that asks', () => {
  test('the run waits on for the answer, and goes on with both', async () => {
    const stage = await stageOf(
      { reader: agent() },
      { main: () => ({ text: 'I go on.' }) },
      { approvals: { list_files: 'ask' } },
    );
    const { services, conversation } = stage;
    const now = new Date().toISOString();
    const delegation = {
      toolCallId: 'call_d',
      name: 'delegate',
      arguments: { tasks: [{ agent: 'reader', task: 'r' }] },
    };
    const asking = { toolCallId: 'call_l', name: 'list_files', arguments: {} };
    const reader = {
      toolCallId: 'call_d',
      subagentId: 'agt_r',
      agentName: 'reader',
      agentDisplayName: 'reader',
    };
    await services.stores.events.append(conversation.id, [
      durableEvent(
        'user.message',
        { messageId: 'msg_1', runId: 'run_1', content: 'go', author: mara, attachments: [] },
        now,
      ),
      durableEvent('run.started', { runId: 'run_1', messageId: 'msg_1', model: 'scripted' }, now),
      durableEvent(
        'assistant.message',
        { messageId: 'msg_2', content: '', toolRequests: [delegation, asking] },
        now,
      ),
      durableEvent('tool.execution_start', { ...delegation, toolName: 'delegate' }, now),
      durableEvent(
        'permission.requested',
        {
          requestId: 'req_1',
          toolCallId: 'call_l',
          toolName: 'list_files',
          arguments: {},
          answeredBy: 'members',
        },
        now,
      ),
      durableEvent(
        'subagent.started',
        {
          ...reader,
          agentDescription: '',
          task: 'r',
          model: 'scripted',
          maxSteps: 30,
          maxMicrodollars: null,
        },
        now,
      ),
    ]);
    await services.stores.leases.setPending(conversation.id, true);
    services.runner.wake(conversation.id);
    await until('the loss', async () => agentsIn(await stateOf(stage))[0]?.end ?? undefined);
    await until('its report', async () =>
      (await stateOf(stage)).toolCalls.call_d?.status === 'complete' ? true : undefined,
    );
    expect(stage.model.requests).toEqual([]);
    await services.runner.answer(conversation.id, 'req_1', { decision: 'approved', by: mara });
    await until('the end', async () => ofType(await durableOf(stage), 'run.finished')[0]);
    expect((await stateOf(stage)).runs.run_1?.status).toBe('completed');
    const view = readByMain(stage);
    expect(view).toContain('## reader: was lost after 0 steps');
    expect(view).toContain('run-stage.ts');
  });
});

test('a fork has the threads of sub-agents, nested under its own events', async () => {
  const stage = await stageOf(
    { outer: agent(), inner: agent() },
    {
      main: (step) => (step === 0 ? delegating([{ agent: 'outer', task: 'out' }]) : { text: 'well' }),
      outer: (step) => (step === 0 ? delegating([{ agent: 'inner', task: 'in' }]) : { text: 'from inside' }),
      inner: () => ({ text: 'deep' }),
    },
  );
  await stage.ask('go');
  const source = await stateOf(stage);
  const { services, conversation } = stage;
  const messageId = source.items[0]?.kind === 'user' ? source.items[0].messageId : '';
  const fork = await forkConversation(services, services.localMember, conversation, messageId);
  const copy = await services.readState(fork.id);
  const shown = (state: ConversationState) =>
    agentsIn(state).map((one) => [one.agentName, one.end?.outcome, one.parentId === null, ...saidIn(one)]);
  expect(shown(copy)).toEqual(shown(source));
  expect(shown(copy)).toHaveLength(2);
  const ids = new Set((await readLog(services.stores.events, fork.id)).map(({ id }) => id));
  expect(agentsIn(copy).every(({ eventId }) => ids.has(eventId))).toBe(true);
});
