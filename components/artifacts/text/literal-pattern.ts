import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';

/** The text a search looked for. `null` for a regular expression: only the server knows its matches. */
export function literalPattern(callArguments: Json): TextQuery | null {
  if (callArguments === null || typeof callArguments !== 'object' || Array.isArray(callArguments))
    return null;
  const { pattern, ignoreCase } = callArguments;
  if (typeof pattern !== 'string' || pattern === '') return null;
  const unescaped = pattern.replace(/\\([.*+?^${}()|[\]\\/-])/g, '');
  if (/[.*+?^${}()|[\]\\]/.test(unescaped)) return null;
  return {
    query: pattern.replace(/\\([.*+?^${}()|[\]\\/-])/g, '$1'),
    isCaseSensitive: ignoreCase !== true,
  };
}
