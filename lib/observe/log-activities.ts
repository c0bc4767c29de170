import type { Logger } from 'pino';
import { describeToolCall } from '../core/vocabulary/describe-call.ts';
import type { Ended, Listener } from './observer.ts';

/** Logs each run (`info`), step and tool call (`debug`): IDs and figures. */
export const logActivities = (log: Pick<Logger, 'info' | 'debug'>): Listener => ({
  began() {},
  ended(activity) {
    const { kind, ids } = activity;
    const fields = { ...ids, durationMs: Math.round(activity.durationMs) };
    if (kind === 'run') log.info({ ...fields, ...activity.begun, ...endOf(activity) }, 'run');
    if (kind === 'step') log.debug({ ...fields, step: activity.begun.number, ...endOf(activity) }, 'step');
    if (kind === 'model_call') {
      const { usage, ...end } = activity.ended ?? {};
      log.debug({ ...fields, ...activity.begun, ...end, ...usage }, 'model call');
    }
    if (kind === 'tool_call') {
      const { tool, level, isRerun } = activity.begun;
      const words = activity.ended ? describeToolCall(tool, activity.ended) : `${tool}: broke off`;
      log.debug({ ...fields, tool, splitLevel: level, isRerun, ...endOf(activity) }, words);
    }
  },
});

const endOf = ({ ended }: Ended): object => ended ?? { outcome: 'broken_off' };
