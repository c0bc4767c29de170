export type StreamStatus = 'connecting' | 'connected' | 'reconnecting';

export interface StreamSource {
  close: () => void;
}

/** The browser's EventSource, as far as it is needed here. */
export type OpenSource = (
  url: string,
  on: { message: (data: string) => void; ready: () => void; ping: () => void; error: () => void },
) => StreamSource;

export interface Timers {
  now: () => number;
  /** Returns how to cancel it. */
  after: (delayMs: number, run: () => void) => () => void;
}

const backOffMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const silenceMs = 45_000;

/**
 * Keeps one stream open. EventSource would retry by itself, but always with the URL it began with: here each attempt
 * asks for the URL again, so that it goes on from the last event. Nothing heard for 45 s counts as an error.
 */
export function createStreamConnection(deps: {
  openSource: OpenSource;
  timers: Timers;
  url: () => string | null;
  onMessage: (data: string) => void;
  onReady: () => void;
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
      ready: () => {
        if (source !== opened) return;
        heard();
        deps.onStatus('connected');
        deps.onReady();
      },
      ping: () => source === opened && heard(),
      error: () => source === opened && fail(),
    });
    source = opened;
  }

  return { open, stop };
}
