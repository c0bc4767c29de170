import type { Json } from '#lib/core/vocabulary/json.ts';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** A call and what the model read of its result: the only input of an answer. */
export interface OfflineResult {
  toolName: ToolName;
  arguments: Readonly<Record<string, Json | undefined>>;
  view: string;
}

export const textArgument = (
  { arguments: input }: Pick<OfflineResult, 'arguments'>,
  name: string,
): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};
