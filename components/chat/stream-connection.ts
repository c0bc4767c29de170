export type StreamStatus = 'connecting' | 'connected' | 'reconnecting';

export interface StreamSource {
  close: () => void;
}

/** The part of the browser's EventSource that is used here. */
export type OpenSource = (
  url: string,
  on: {
    message: (data: string) => void;
    ready: (build: string) => void;
    list: () => void;
    ping: () => void;
    error: () => void;
  },
) => StreamSource;

export interface Timers {
  now: () => number;
  /** @returns a function that cancels it */
  after: (delayMs: number, run: () => void) => () => void;
}

const backOffMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const silenceMs = 45_000;

/**
 * Keeps one stream open. EventSource would retry by itself, but always with its original URL: here each
 * attempt requests a new URL, so that it continues after the last event. 45 s of silence count as an error.
 */
export function createStreamConnection(deps: {
  openSource: OpenSource;
  timers: Timers;
  url: () => string | null;
  onMessage: (data: string) => void;
  /** Past events are over. @param build of the server; empty: it names none */
  onReady: (build: string) => void;
  /** The list of conversations has changed. */
  onList: () => void;
  onStatus: (status: StreamStatus) => void;
}) {
  let source: StreamSource | null = null;
  let failures = 0;
  let cancelRetry = () => {};
  let cancelWatch = () => {};

  const stop = () => {
    source?.close();
    source = null;
    cancelRetry();
    cancelWatch();
  };
  const fail = () => {
    stop();
    deps.onStatus('reconnecting');
    const delayMs = backOffMs[Math.min(failures, backOffMs.length - 1)] ?? 15_000;
    failures += 1;
    cancelRetry = deps.timers.after(delayMs, open);
  };
  const watch = () => {
    cancelWatch();
    cancelWatch = deps.timers.after(silenceMs, fail);
  };
  const heard = () => {
    failures = 0;
    watch();
  };

  function open(): void {
    stop();
    const url = deps.url();
    if (url === null) return;
    watch();
    const opened: StreamSource = deps.openSource(url, {
      message: (data) => {
        if (source !== opened) return;
        heard();
        deps.onMessage(data);
      },
      ready: (build) => {
        if (source !== opened) return;
        heard();
        deps.onStatus('connected');
        deps.onReady(build);
      },
      list: () => {
        if (source !== opened) return;
        heard();
        deps.onList();
      },
      ping: () => source === opened && heard(),
      error: () => source === opened && fail(),
    });
    source = opened;
  }

  return { open, stop };
}
