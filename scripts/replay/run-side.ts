import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#lib/config.ts';
import { artifactOf, type ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { RecordedCall } from '#lib/core/vocabulary/ledger/recorded-call.ts';
import type { RawRun, SplitSide } from '#lib/core/vocabulary/ledger/replay.ts';
import type { CountCall } from '#lib/replay/count-call.ts';
import { figuresOf } from '#lib/replay/figures.ts';
import { packCalls } from '#lib/replay/packed-calls.ts';
import type { ReplayJob } from '#lib/replay/replay-job.ts';
import type { PlainRequest, ReplayTask, TaskEnd } from '#lib/replay/task.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createModels, modelsOf } from '#lib/runs/models.ts';
import { recordCalls } from '#lib/runs/record-calls.ts';
import { createServices, type Services } from '#lib/services.ts';
import { prepareGround, type ReplayGround } from './ground.ts';
import { sideConfig } from './side-config.ts';

export type SideRun = Omit<RawRun, 'replayId' | 'task' | 'round'> & {
  /** The provider failed, which says nothing of either side; `null`: it did not. */
  outage: string | null;
};

interface SideOptions {
  side: SplitSide;
  /** The messages to send, in order. */
  messages: readonly PlainRequest[];
  mayProgram: boolean;
  count: CountCall;
}

/** Does a job once, on a new store and workspace, and counts what it used. */
export async function runSide(
  config: Config,
  job: ReplayJob,
  { side, messages, mayProgram, count }: SideOptions,
): Promise<SideRun> {
  const original = job.files?.() ?? null;
  const ground = prepareGround(original, config.workspaces[0] ?? '.');
  const calls: RecordedCall[] = [];
  const own = { ...sideConfig(config, ground, side), codeMode: mayProgram };
  const services = createServices(
    own,
    modelsOf([recordCalls(createModels(own.offeredModels).standard, (call) => calls.push(call))]),
  );
  try {
    const conversation = await createConversation(services, services.localMember, { title: job.title });
    const { failure, outage } = await sayAll(services, conversation, messages);
    const events = await readLog(services.stores.events, conversation.id);
    const state = await services.readState(conversation.id);
    const ledger = await services.stores.ledger.list('1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z');
    const problem =
      failure ??
      (original &&
        job.check &&
        (await checkEnd(services, conversation, { ground, original, check: job.check }, state)));
    const verdict = problem === null ? ('passed' as const) : ('failed' as const);
    const figures = {
      ...(await figuresOf(ledger, state, calls, count)),
      check: job.check === null ? ('none' as const) : verdict,
      problem,
    };
    const durable = events.filter(({ id }) => id !== null);
    return { split: side, figures, ...packCalls(calls), events: durable, ledger, outage };
  } finally {
    await services.shutDown();
    ground.remove();
  }
}

interface MessagesEnd {
  /** How the first incomplete run ended; `null`: all completed. */
  failure: string | null;
  /** Why, if that was the provider. */
  outage: string | null;
}

const providerFailures = [
  'model_silent',
  'model_unreachable',
  'model_unauthorized',
  'model_not_found',
  'model_rate_limited',
  'model_server_error',
];

async function sayAll(
  services: Services,
  conversation: Conversation,
  messages: readonly PlainRequest[],
): Promise<MessagesEnd> {
  for (const message of messages) {
    const text = wordsNow(message, await services.readState(conversation.id));
    if (text === null) continue;
    const author = services.localMember;
    const { runId } = await services.runner.submit(conversation, {
      text,
      author,
      attachments: [],
      interrupt: false,
    });
    const state = await untilEnded(services, conversation.id, runId);
    const status = state.runs[runId]?.status;
    if (status === 'completed') continue;
    const notice = state.items.findLast((item) => item.kind === 'notice');
    const failure = notice?.error?.message ?? `the run ended: ${status}`;
    const isOutage = providerFailures.includes(notice?.error?.code ?? '');
    return { failure, outage: isOutage ? failure : null };
  }
  return { failure: null, outage: null };
}

/** The text of a request given what came before it; `null`: it is not needed. */
function wordsNow(request: PlainRequest, { toolCalls }: ConversationState): string | null {
  if (typeof request === 'string') return request;
  const call = Object.values(toolCalls).find((one) => JSON.stringify(one.arguments).includes(request.of));
  if (call?.result?.toolTelemetry.relation !== 'summary') return null;
  return 'again' in request ? request.again : `recall ${artifactOf(call) ?? 'nothing'} ${request.recall}`;
}

async function untilEnded(
  { readState }: Services,
  conversationId: string,
  runId: string,
): Promise<ConversationState> {
  for (;;) {
    const state = await readState(conversationId);
    if (state.runs[runId]?.finishedAt) return state;
    await pause(10);
  }
}

interface CheckedJob {
  ground: ReplayGround;
  original: TaskEnd['original'];
  check: ReplayTask['check'];
}

async function checkEnd(
  { commands }: Services,
  { id: conversationId }: Conversation,
  { ground: { workspace: root, read }, original, check }: CheckedJob,
  { items }: ConversationState,
): Promise<string | null> {
  const last = items.findLast((item) => item.kind === 'assistant');
  return await check({
    answer: last?.kind === 'assistant' ? last.content : '',
    files: read(Object.keys(original)),
    original,
    async run(command) {
      const running = await commands.run({
        ...{ root, conversationId, timeoutMs: 60_000, signal: new AbortController().signal },
        program: { kind: 'shell', command },
      });
      // Unread output would block the program.
      for await (const _ of running.output);
      return (await running.end).exitCode;
    },
  });
}
