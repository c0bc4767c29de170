import type { Json } from '../core/json.ts';
import { limits } from '../core/limits.ts';

/** Arguments as events and metadata keep them: as given, or cut where they are too long to keep. */
export function storedArguments(input: unknown): Json {
  const text = JSON.stringify(input ?? null);
  return text.length <= limits.storedArgumentCharacters
    ? (JSON.parse(text) as Json)
    : { cut: text.slice(0, limits.storedArgumentCharacters) };
}
