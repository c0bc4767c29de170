import type { SessionInfo } from '../layout/session-info.ts';

/** The hint under the composer: which model answers and, where nobody signs in, that this is local mode. */
export const modelHint = ({ model, isTeam }: Pick<SessionInfo, 'model' | 'isTeam'>): string =>
  [model.isOffline ? 'offline model' : model.id, ...(isTeam ? [] : ['local mode'])].join(' · ');
