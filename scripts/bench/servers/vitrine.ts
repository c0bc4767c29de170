import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { freePort } from '../free-port.ts';
import { type StartedProcess, startProcess } from '../start-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const launcher = join(root, 'scripts', 'start.ts');

/** What `npm start` gives Node, such as a limit of its memory. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

export interface VitrineServer extends StartedProcess {
  url: string;
  /**
   * Sends a request as the page does.
   * @throws Error if it is refused
   */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>;
}

export interface VitrineOptions {
  workspace: string;
  environment?: Record<string, string>;
  nodeOptions?: string[];
}

/** Starts the built server through its own launcher, with a new data folder. */
export async function startVitrine(
  { belongings }: Bench,
  { workspace, environment = {}, nodeOptions = [] }: VitrineOptions,
): Promise<VitrineServer> {
  const port = await freePort();
  const started = await startProcess(belongings, {
    program: process.execPath,
    parameters: [...startFlags(), ...nodeOptions, launcher],
    environment: {
      PORT: String(port),
      VITRINE_DATA_DIR: await belongings.makeFolder(),
      VITRINE_WORKSPACES: workspace,
      ...environment,
    },
    ready: /Ready in/,
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...started,
    url,
    async call(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { Origin: url, Accept: 'application/json', 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return await response.json();
    },
  };
}
