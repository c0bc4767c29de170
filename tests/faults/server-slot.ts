import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

/** One of the servers under test, which is killed, paused and started again on the same data and port. */
export interface ServerSlot {
  url: string;
  dataDir: string;
  /** Whether it should answer: it runs, and is not paused. */
  isUp(): boolean;
  /** Whether it is of the other version. */
  isOther(): boolean;
  pid(): number;
  /** Sends a signal, waits for the end, and starts it again. */
  restart(signal: NodeJS.Signals): Promise<void>;
  /** Lets it end in order, and starts the other version in its place. */
  replace(): Promise<void>;
  pause(): void;
  resume(): void;
  signal(signal: NodeJS.Signals): void;
  output(): string;
  /** How many runs it works on; 0, too, if it does not answer. */
  activeRuns(): Promise<number>;
  /** The longest time that it has taken to end once it was asked to. */
  longestEndMs(): number;
  end(): Promise<void>;
}

/** Opens the metrics of each server to the suite. */
export const metricsToken = 'a-token-for-the-metrics-of-each-server';

export async function startSlot(options: {
  port: number;
  dataDir: string;
  workspace: string;
  environment: Record<string, string>;
  /** What it is started by, as `startVitrine` takes it. */
  startedBy?: readonly string[];
  /** The launcher of another version. */
  other: readonly string[];
}): Promise<ServerSlot> {
  let server: VitrineServer = await startVitrine(options);
  let isOther = false;
  let isUp = true;
  let output = '';
  let longestEndMs = 0;
  const slot: ServerSlot = {
    url: server.url,
    dataDir: options.dataDir,
    isUp: () => isUp,
    isOther: () => isOther,
    async replace() {
      isOther = !isOther;
      await slot.restart('SIGTERM');
    },
    pid: () => server.pid,
    async restart(signal) {
      isUp = false;
      const askedMs = performance.now();
      await server.end(signal);
      longestEndMs = Math.max(longestEndMs, performance.now() - askedMs);
      output += server.output();
      // Its store may be away just now.
      const launcher = isOther ? { launcher: options.other } : {};
      server = await startVitrine({ ...options, ...launcher, isStoreThere: false });
      isUp = true;
    },
    pause() {
      isUp = false;
      process.kill(server.pid, 'SIGSTOP');
    },
    resume() {
      process.kill(server.pid, 'SIGCONT');
      isUp = true;
    },
    signal: (signal) => void process.kill(server.pid, signal),
    output: () => output + server.output(),
    async activeRuns() {
      const headers = { Authorization: `Bearer ${metricsToken}` };
      const text = await fetch(`${server.url}/api/metrics`, { headers, signal: AbortSignal.timeout(2_000) })
        .then((response) => response.text())
        .catch(() => '');
      return Number(/^vitrine_runs_active(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? 0);
    },
    longestEndMs: () => longestEndMs,
    async end() {
      isUp = false;
      await server.end();
    },
  };
  return slot;
}
