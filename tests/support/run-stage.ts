import { afterEach } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import type { StepEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { until } from './conversations.ts';
import { type OpenAiServer, type Script, startOpenAiServer } from './openai-server.ts';
import { tempFolder } from './temp-folder.ts';

export type OpenAiApi = 'chat' | 'responses';

/** The services of a server without its HTTP, on a scripted model server, and one conversation. */
export interface RunStage {
  services: Services;
  model: OpenAiServer;
  conversation: Conversation;
  send(text: string): Promise<string>;
  events(): Promise<ConversationEvent[]>;
  /** Sends a message, and gives what its run ended with. */
  ask(text: string): Promise<Extract<ConversationEvent, { type: 'run.finished' }>>;
  steps(): Promise<StepEntry[]>;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function startRunStage(
  script: Script,
  { api = 'chat', environment = {} }: { api?: OpenAiApi; environment?: Record<string, string> } = {},
): Promise<RunStage> {
  const model = await startOpenAiServer(script);
  closing.push(() => model.close());
  const services = createServices(
    readConfig({
      VITRINE_DATA_DIR: tempFolder(),
      VITRINE_WORKSPACES: import.meta.dirname,
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
      OPENAI_BASE_URL: model.url,
      VITRINE_MODEL: 'scripted',
      VITRINE_OPENAI_API: api,
      ...environment,
    }),
  );
  closing.push(() => services.shutDown());
  const conversation = await createConversation(services, services.localMember, {});
  const author = { id: 'local', name: 'me' };
  const events = () => readLog(services.stores.events, conversation.id);
  const send = async (text: string) =>
    (await services.runner.submit(conversation, { text, author, attachments: [], interrupt: false })).runId;
  return {
    services,
    model,
    conversation,
    send,
    events,
    async ask(text) {
      const runId = await send(text);
      return await until('the end of the run', async () =>
        (await events())
          .filter((event) => event.type === 'run.finished')
          .find(({ data }) => data.runId === runId),
      );
    },
    async steps() {
      const entries = await services.stores.ledger.list('2000-01-01', '9999-12-31');
      return entries.filter((entry) => entry.kind === 'step');
    },
  };
}
