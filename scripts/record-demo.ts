import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../lib/config.ts';
import { reduceEvents } from '../lib/core/conversation/reduce-events.ts';
import { packContent } from '../lib/demo/packed-content.ts';
import { readLog } from '../lib/runs/conversation-log.ts';
import { createConversation } from '../lib/runs/create-conversation.ts';
import { createServices, type Services } from '../lib/services.ts';
import { exampleShop } from './demo/example-shop.ts';

/**
 * Records the example of a new installation: a real run of this product with the offline model, in a
 * workspace created for it. Run it when what is recorded of this story would change:
 * `node scripts/record-demo.ts`.
 */
const title = 'The cart tests fail';
const story = [
  'Run the tests with `npm test` and tell me what fails',
  'In src/cart.mjs replace "Math.trunc" with "Math.round"',
  'Run the tests again with `npm test`',
  'Read checkout.log',
  'Show me short-by-hour.png',
];
const recorder = { id: 'recorded', name: 'recorded', role: 'admin' } as const;

const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
const workspace = join(folder, 'shop');
for (const [path, content] of Object.entries(await exampleShop())) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}
const services = createServices(
  readConfig({ VITRINE_WORKSPACES: workspace, VITRINE_DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' }),
);
try {
  const conversation = await createConversation(services, recorder, { title });
  for (const text of story) await askAndWait(services, conversation.id, text);
  const events = (await readLog(services.stores.events, conversation.id)).filter(({ id }) => id !== null);
  const contents: Record<string, string> = {};
  /** Stores each content once, however many refer to it. */
  const keep = (bytes: Uint8Array): string => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    contents[sha256] = packContent(bytes);
    return sha256;
  };
  const artifacts = [];
  for (const event of events) {
    const id = event.type === 'tool.execution_complete' ? event.data.toolTelemetry.artifactId : null;
    if (id !== null) artifacts.push(await recordArtifact(services, id, keep));
  }
  const files = Object.fromEntries(
    filesIn(workspace).map((path) => [path, keep(readFileSync(join(workspace, path)))]),
  );
  const recording = { title, events, artifacts, files, contents };
  const path = join(import.meta.dirname, '..', 'lib', 'demo', 'recording.json');
  writeFileSync(path, `${JSON.stringify(recording, null, 1)}\n`);
  console.log(
    `Recorded ${events.length} events and ${artifacts.length} artifacts, ${statSync(path).size} bytes.`,
  );
} finally {
  await services.shutDown();
  rmSync(folder, { recursive: true });
}

/** The final files, so that the recorded changes can be undone. */
function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();
}

async function askAndWait({ runner, stores }: Services, conversationId: string, text: string): Promise<void> {
  const conversation = await stores.conversations.get(conversationId);
  if (!conversation) throw new Error('the conversation is gone');
  const { runId } = await runner.submit(conversation, {
    text,
    author: recorder,
    attachments: [],
    interrupt: false,
  });
  for (;;) {
    const { status } = reduceEvents(await readLog(stores.events, conversationId)).runs[runId] ?? {};
    if (status === 'completed') return;
    if (status !== undefined && status !== 'running' && status !== 'queued') {
      throw new Error(`"${text}" is ${status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function recordArtifact({ stores }: Services, id: string, keep: (bytes: Uint8Array) => string) {
  const record = await stores.artifacts.get(id);
  const bytes = await stores.artifacts.readBytes(id, 0, Number.MAX_SAFE_INTEGER);
  if (!record || !bytes) throw new Error(`${id} is gone`);
  const { metadata, assistantView, viewFacts, problems } = record;
  return { metadata, assistantView, viewFacts, problems, content: keep(bytes) };
}
