import type { Activity } from '#lib/core/vocabulary/activity.ts';

/** Nobody listens. */
export const noActivity: Activity = { begin: () => noActivity as never, end() {} };
