import type { SessionInfo } from '../layout/session-info.ts';

/** The hint under the composer: which model answers and, where nobody signs in, that this is local mode. */
export const modelHint = ({
  model,
  isTeam,
}: Pick<SessionInfo, 'isTeam'> & { model: Pick<SessionInfo['model'], 'id' | 'isOffline'> }): string =>
  [model.isOffline ? 'offline model' : model.id, ...(isTeam ? [] : ['local mode'])].join(' · ');
