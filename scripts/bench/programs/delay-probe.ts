import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a server before it starts (`--import`), to report its memory and timer delays over the
 * process's channel.
 */
export type DelayQuestion =
  /** Discards what was measured so far. */
  { kind: 'restart' } | { kind: 'read' };

export interface DelayAnswer {
  rssBytes: number;
  /** Peak memory of the process since the restart, sampled every 20 ms. */
  peakRssBytes: number;
  /** How late timers fired. */
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
    // The measured value includes the interval itself.
    delayP99Ms: histogram.percentile(99) / 1e6 - resolutionMs,
    delayMaxMs: histogram.max / 1e6 - resolutionMs,
  } satisfies DelayAnswer);
});
