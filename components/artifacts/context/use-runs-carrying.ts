import { useContext } from 'react';
import { runsAfter, runsCarrying } from '#lib/core/api/model-reading.ts';
import type { RunSteps } from '#lib/core/api/model-reading-schema.ts';
import { type CardSource, isAttached } from './card-source.ts';
import { ThreadTreeContext } from './thread-tree-context.ts';

/** The steps that carried a call's result, or an attachment, grouped by run. */
export function useRunsCarrying(source: CardSource): RunSteps[] {
  'use memo';
  const tree = useContext(ThreadTreeContext);
  return isAttached(source) ? runsAfter(tree, source.message.messageId) : runsCarrying(tree, source);
}
