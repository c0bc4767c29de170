import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into a server before it starts (`--import`), to tell over the process's channel how it fares. */
export type DelayQuestion =
  /** Forgets what was measured so far. */
  { kind: 'restart' } | { kind: 'read' };

export interface DelayAnswer {
  rssBytes: number;
  /** The most the process held since the restart, sampled every 20 ms. */
  peakRssBytes: number;
  /** How late timers were. */
  delayP99Ms: number;
  delayMaxMs: number;
}

const resolutionMs = 10;
const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
histogram.enable();
let peakRssBytes = 0;
setInterval(() => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
}, 20).unref();

process.on('message', (question: DelayQuestion) => {
  if (question.kind === 'restart') {
    histogram.reset();
    peakRssBytes = 0;
    return process.send?.({});
  }
  const rssBytes = process.memoryUsage.rss();
  return process.send?.({
    rssBytes,
    peakRssBytes: Math.max(peakRssBytes, rssBytes),
    // What is measured holds the interval itself.
    delayP99Ms: histogram.percentile(99) / 1e6 - resolutionMs,
    delayMaxMs: histogram.max / 1e6 - resolutionMs,
  } satisfies DelayAnswer);
});
