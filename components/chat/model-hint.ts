import type { SessionInfo } from '../layout/session-info.ts';

/** Under the composer: which model answers, and where nobody signs in, that it is so. */
export const modelHint = ({ model, isTeam }: Pick<SessionInfo, 'model' | 'isTeam'>): string =>
  [model.isOffline ? 'offline model' : model.id, ...(isTeam ? [] : ['local mode'])].join(' · ');
