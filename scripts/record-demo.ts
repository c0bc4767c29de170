import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../lib/config.ts';
import { reduceEvents } from '../lib/core/reduce-events.ts';
import { readLog } from '../lib/runs/conversation-log.ts';
import { createConversation } from '../lib/runs/create-conversation.ts';
import { createServices, type Services } from '../lib/services.ts';

/**
 * Records the conversation that a new installation begins with: a real run of this product on its own sources as committed.
 * Run it when what the tools say has changed: `node scripts/record-demo.ts`.
 */
const root = join(import.meta.dirname, '..');
const title = 'A first look at Vitrine';
const recording = 'lib/demo/recording.json';
const recorder = { id: 'recorded', name: 'recorded', role: 'admin' } as const;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
const workspace = join(folder, 'vitrine');
mkdirSync(workspace);
// Without the recording before it, which would be quoted in this one, and this one in the next.
const copy = 'git -C "$0" archive HEAD . ":!$2" | tar -x -C "$1"';
execFileSync('sh', ['-c', copy, root, workspace, recording]);
const services = createServices(
  readConfig({ VITRINE_WORKSPACES: workspace, VITRINE_DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }),
);
try {
  const conversation = await createConversation(services, recorder, { title });
  const ask = (text: string) => askAndWait(services, conversation.id, text);
  await ask('Show me lib/core/conversation-state.ts');
  await ask('Find every durableEvent in lib');
  const search = (await ask('What is in this repository?')).at(1);
  if (search) await ask(`Recall ${search} end-run`);
  const events = await readLog(services.stores.events, conversation.id);
  const artifacts = await Promise.all(artifactIds(events).map((id) => recordArtifact(services, id)));
  const durable = events.filter((event) => event.id !== null);
  writeFileSync(join(root, recording), `${JSON.stringify({ title, events: durable, artifacts }, null, 1)}\n`);
  console.log(`Recorded ${durable.length} events and ${artifacts.length} artifacts.`);
} finally {
  await services.shutDown();
  rmSync(folder, { recursive: true });
}

type Events = Awaited<ReturnType<typeof readLog>>;

function artifactIds(events: Events): string[] {
  return events.flatMap((event) =>
    event.type === 'tool.execution_complete' ? (event.data.toolTelemetry.artifactId ?? []) : [],
  );
}

/** @returns the IDs of the artifacts so far */
async function askAndWait(
  { runner, stores }: Services,
  conversationId: string,
  text: string,
): Promise<string[]> {
  const conversation = await stores.conversations.get(conversationId);
  if (!conversation) throw new Error('the conversation is gone');
  const { runId } = await runner.submit(conversation, {
    text,
    author: recorder,
    given: [],
    interrupt: false,
  });
  for (;;) {
    const events = await readLog(stores.events, conversationId);
    if (reduceEvents(events).runs[runId]?.status === 'completed') return artifactIds(events);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function recordArtifact({ stores }: Services, id: string) {
  const record = await stores.artifacts.get(id);
  const bytes = await stores.artifacts.readBytes(id, 0, Number.MAX_SAFE_INTEGER);
  if (!record || !bytes) throw new Error(`${id} is gone`);
  return {
    metadata: record.metadata,
    assistantView: record.assistantView,
    viewFacts: record.viewFacts,
    text: Buffer.from(bytes).toString('utf8'),
  };
}
