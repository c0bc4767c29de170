import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { limits } from '../core/limits.ts';

const readAgainMs = 500;

/**
 * How long to collect words before they are sent on, in milliseconds: nothing while this process has time, more the
 * busier it is. Each sending costs about the same, however much it carries, so words then come in larger pieces
 * instead of later and later.
 * @param read for tests: the part of the time, from 0 to 1, that the event loop was busy since the last call
 */
export function createLoadPace(
  read = busyShare(),
  nowMs: () => number = () => performance.now(),
): () => number {
  let atMs = Number.NEGATIVE_INFINITY;
  let paceMs = 0;
  return () => {
    if (nowMs() - atMs < readAgainMs) return paceMs;
    atMs = nowMs();
    const share = read();
    const { busyFrom, busyPaceMs } = limits;
    paceMs = Math.round(Math.min(1, Math.max(0, (share - busyFrom) / (1 - busyFrom))) * busyPaceMs);
    return paceMs;
  };
}

function busyShare(): () => number {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
