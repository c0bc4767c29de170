import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest, Script } from './openai-server.ts';
import { openStage, type Stage, type StageOptions, writeWorkspace } from './stage.ts';
import { atWorkerEnd } from './worker-end.ts';

/** A worker runs one file at a time, so whoever opens it has the server to themselves until they close it. */
interface SharedServer {
  stage: Stage;
  isOpen: boolean;
  script: Script;
  requests: RecordedRequest[];
}

export type SharedStage = Omit<Stage, 'restart' | 'redisUrl'>;

const servers = new Map<string, Promise<SharedServer>>();

/**
 * A stage on a server that outlives the file: the next file of this worker gets the same one, with an empty workspace, its own script
 * and no conversations or API tokens. Records of what was spent and settings are not reset: tests of those open a server of their own.
 */
export async function openSharedStage(
  options: Pick<StageOptions, 'store' | 'files' | 'script'> = {},
): Promise<SharedStage> {
  const { store = 'SQLite', files = {}, script } = options;
  const key = `${store} ${script === undefined ? 'offline' : 'scripted'}`;
  const starting = servers.get(key) ?? startShared(store, script !== undefined);
  servers.set(key, starting);
  const shared = await starting;
  if (shared.isOpen) throw new Error(`the shared stage (${key}) is open already`);
  const { server, workspace, model } = shared.stage;
  Object.assign(shared, { isOpen: true, requests: [], ...(script ? { script } : {}) });
  writeWorkspace(workspace, files);
  return {
    server,
    workspace,
    model: model && { ...model, requests: shared.requests },
    async close() {
      const { conversations } = await (await server.request('/api/conversations')).json();
      for (const { id } of conversations)
        await server.request(`/api/conversations/${id}`, { method: 'DELETE' });
      const { tokens } = await (await server.request('/api/tokens')).json();
      for (const { id } of tokens) await server.request(`/api/tokens/${id}`, { method: 'DELETE' });
      for (const name of readdirSync(workspace))
        rmSync(join(workspace, name), { recursive: true, force: true });
      shared.isOpen = false;
    },
  };
}

async function startShared(
  store: NonNullable<StageOptions['store']>,
  isScripted: boolean,
): Promise<SharedServer> {
  const shared: Omit<SharedServer, 'stage'> = { isOpen: false, requests: [], script: () => ({}) };
  const script: Script = (request) => {
    shared.requests.push(request);
    return shared.script(request, shared.requests.length - 1);
  };
  const stage = await openStage({
    store,
    ...(isScripted ? { script } : {}),
    environment: { VITRINE_MEDIA_TITLES: 'off' },
  });
  atWorkerEnd('folders', () => rmSync(stage.workspace, { recursive: true, force: true }));
  return Object.assign(shared, { stage });
}
