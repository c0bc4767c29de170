import type { ModelView } from '#lib/core/api/model-view.ts';
import type { SessionInfo } from '../layout/session-info.ts';

/**
 * The hint under the composer: which model answers, unless it can be chosen there, and, where nobody signs in, that
 * this is local mode.
 */
export const modelHint = (
  { models, isTeam }: Pick<SessionInfo, 'models' | 'isTeam'>,
  model: Pick<ModelView, 'label' | 'hasReasoning'>,
): string =>
  [...(models.length > 1 || model.hasReasoning ? [] : [model.label]), ...(isTeam ? [] : ['local mode'])].join(
    ' · ',
  );
