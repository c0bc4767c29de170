import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#lib/config.ts';
import { artifactOf, type ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { RecordedCall } from '#lib/core/vocabulary/ledger/recorded-call.ts';
import type { RawRun, SplitSide } from '#lib/core/vocabulary/ledger/replay.ts';
import { figuresOf } from '#lib/replay/figures.ts';
import type { ReplayJob } from '#lib/replay/replay-job.ts';
import type { PlainRequest } from '#lib/replay/task.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createModels, modelsOf } from '#lib/runs/models.ts';
import { recordCalls } from '#lib/runs/record-calls.ts';
import { createServices, type Services } from '#lib/services.ts';
import { prepareGround, type ReplayGround } from './ground.ts';
import { sideConfig } from './side-config.ts';

export type SideRun = Omit<RawRun, 'replayId'>;

/** Does a job once, on a new store and workspace, and counts what it used. */
export async function runSide(config: Config, job: ReplayJob, side: SplitSide): Promise<SideRun> {
  const ground = prepareGround(job.files, config.workspaces[0] ?? '.');
  const calls: RecordedCall[] = [];
  const own = sideConfig(config, ground, side);
  const services = createServices(
    own,
    modelsOf([recordCalls(createModels(own.offeredModels).standard, (call) => calls.push(call))]),
  );
  try {
    const conversation = await createConversation(services, services.localMember, { title: job.title });
    const failure = await sayAll(services, conversation, job.messagesFor(services.models.standard));
    const events = await readLog(services.stores.events, conversation.id);
    const state = await services.readState(conversation.id);
    const ledger = await services.stores.ledger.list('1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z');
    const problem = failure ?? (await check(services, conversation, job, ground, state));
    const verdict = problem === null ? ('passed' as const) : ('failed' as const);
    const figures = {
      ...(await figuresOf(ledger, state, calls)),
      check: job.check === null ? ('none' as const) : verdict,
      problem,
    };
    const durable = events.filter(({ id }) => id !== null);
    return { task: job.name, split: side, figures, calls, events: durable, ledger };
  } finally {
    await services.shutDown();
    ground.remove();
  }
}

/** @returns how the first incomplete run ended; `null`: all completed */
async function sayAll(
  services: Services,
  conversation: Conversation,
  messages: readonly PlainRequest[],
): Promise<string | null> {
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
    return notice?.error?.message ?? `the run ended: ${status}`;
  }
  return null;
}

/** The text of a request given what came before it; `null`: it is not needed. */
function wordsNow(request: PlainRequest, { toolCalls }: ConversationState): string | null {
  const last = Object.values(toolCalls).at(-1);
  const isWhole = last?.result?.toolTelemetry.relation !== 'summary';
  if (typeof request !== 'string' && isWhole) return null;
  const words = typeof request === 'string' ? request : request.ifLeftOut;
  return words.replace('{last}', (last && artifactOf(last)) ?? 'nothing');
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

async function check(
  { commands }: Services,
  { id: conversationId }: Conversation,
  job: ReplayJob,
  { workspace: root, read }: ReplayGround,
  { items }: ConversationState,
): Promise<string | null> {
  if (job.check === null || job.files === null) return null;
  const last = items.findLast((item) => item.kind === 'assistant');
  return await job.check({
    answer: last?.kind === 'assistant' ? last.content : '',
    files: read(Object.keys(job.files)),
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
