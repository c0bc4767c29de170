import { Agent, get, type IncomingMessage } from 'node:http';

/** Connections that read one event stream each. */
export interface Viewers {
  /** Opens `count` more, at once. */
  open(count: number): Promise<void>;
  /** Resolves when all of them have received a text. */
  untilAllHeard(text: string): Promise<void>;
  /** Everything that the first one received. */
  heard(): string;
  close(): void;
}

const hearTimeoutMs = 15_000;

export function createViewers(url: string): Viewers {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const heard: string[] = [];
  let onText = () => {};

  const openOne = async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { agent }, resolve).once('error', reject),
    );
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    const index = heard.push('') - 1;
    response.setEncoding('utf8').on('data', (text: string) => {
      heard[index] += text;
      onText();
    });
    // The connection was aborted by our own `close`.
    response.on('error', () => {});
  };

  return {
    async open(count) {
      await Promise.all(Array.from({ length: count }, openOne));
    },
    async untilAllHeard(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const missing = () => heard.filter((all) => !all.includes(text)).length;
      const fail = () => reject(new Error(`${missing()} of ${heard.length} viewers did not hear ${text}`));
      const timer = setTimeout(fail, hearTimeoutMs);
      onText = () => {
        if (missing() === 0) resolve();
      };
      onText();
      await promise.finally(() => clearTimeout(timer));
    },
    heard: () => heard[0] ?? '',
    close: () => agent.destroy(),
  };
}
