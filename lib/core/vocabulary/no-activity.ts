import type { Activity } from './activity.ts';

/** Nobody listens. */
export const noActivity: Activity = { begin: () => noActivity as never, end() {} };
