import type { SeenDefinition } from '../core/vocabulary/tools/tool-definition.ts';

/** Where the first definition of a tool is stored. */
export const firstSlot = ({ tool }: SeenDefinition): string => tool;

/** Where any other is: each accepted one by its hash; of those that nobody accepted, the latest. */
export const definitionSlot = ({ tool, hash, isAccepted }: SeenDefinition): string =>
  isAccepted ? `${tool} ${hash}` : `${tool} blocked`;
