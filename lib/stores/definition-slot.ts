import type { SeenDefinition } from '../core/vocabulary/tools/tool-definition.ts';

/** Where the first definition of a tool is stored. */
export const firstSlot = ({ tool }: SeenDefinition): string => tool;

/** Where any other is: by its hash, so that one that is accepted replaces itself. */
export const definitionSlot = ({ tool, hash }: SeenDefinition): string => `${tool} ${hash}`;
