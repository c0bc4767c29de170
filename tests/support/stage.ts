import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OpenAiServer, type RecordedRequest, type Script, startOpenAiServer } from './openai-server.ts';
import { startRedisServer } from './redis-server.ts';
import { newDataDir, startVitrine, type VitrineServer } from './vitrine-server.ts';

export const storeNames = ['SQLite', 'Redis'] as const;
export type StoreName = (typeof storeNames)[number];

export interface StageOptions {
  store?: StoreName;
  /** Of the workspace: path -> content. */
  files?: Record<string, string | Uint8Array>;
  /** What the model says; without one it is the offline model. */
  script?: Script;
  /** How the model is spoken to; `chat`. */
  api?: 'chat' | 'responses';
  environment?: Record<string, string>;
}

/** A server with all it needs: a store, a folder to work on, a model. */
export interface Stage {
  /** The one that runs now. */
  readonly server: VitrineServer;
  workspace: string;
  /** `null`: the store is SQLite. */
  redisUrl: string | null;
  /** `null`: the offline model. */
  model: OpenAiServer | null;
  /** Ends the server as an operator does, unless another signal is named, and starts it again on the same data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { store = 'SQLite', files = {}, script, api = 'chat', environment = {} } = options;
  const workspace = makeWorkspace(files);
  const dataDir = newDataDir();
  const redis = store === 'Redis' ? await startRedisServer() : null;
  const model = script ? await startOpenAiServer(script) : null;
  const start = () =>
    startVitrine({
      workspace,
      dataDir,
      environment: {
        ...(redis ? { REDIS_URL: redis.url } : {}),
        ...(model ? { OPENAI_BASE_URL: model.url, VITRINE_MODEL: 'scripted', VITRINE_OPENAI_API: api } : {}),
        ...environment,
      },
    });
  let server = await start();
  return {
    get server() {
      return server;
    },
    workspace,
    redisUrl: redis?.url ?? null,
    model,
    async restart(signal = 'SIGTERM') {
      await server.end(signal);
      server = await start();
    },
    async close() {
      await server.end();
      await model?.close();
      await redis?.stop();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

function makeWorkspace(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeWorkspace(folder, files);
  return folder;
}

export function writeWorkspace(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export const numberedLines = (count: number, line: (number: number) => string): string =>
  `${Array.from({ length: count }, (_, index) => line(index + 1)).join('\n')}\n`;

export const wordsUpTo = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

/** What the last person said, as a model server is told. */
export function heard({ body }: RecordedRequest): string {
  const messages = body.messages as { role: string; content: unknown }[];
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** Whether the model is called again with the result of a tool. */
export const isAfterTool = ({ body }: RecordedRequest): boolean =>
  (body.messages as { role: string }[]).at(-1)?.role === 'tool';
