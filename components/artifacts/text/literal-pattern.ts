import type { Json } from '../../../lib/core/json.ts';
import type { TextQuery } from '../../../lib/core/text-pattern.ts';

/** What a search looked for, where that is plain text: a regular expression's matches are the server's business. */
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
