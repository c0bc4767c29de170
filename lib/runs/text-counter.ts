import { countTokens } from '../split/count-tokens.ts';

export type CountText = (text: string) => Promise<number>;

/** Total length of the texts whose counts are cached: a history is counted again at every step. */
const rememberedCharacters = 8_000_000;

/** Counts tokens; the count of a recent text is cached. */
export function createTextCounter(): CountText {
  const known = new Map<string, number>();
  let characters = 0;
  const forgetOldest = () => {
    for (const text of known.keys()) {
      if (characters <= rememberedCharacters) return;
      known.delete(text);
      characters -= text.length;
    }
  };
  return async (text) => {
    const before = known.get(text);
    const tokens = before ?? (await countTokens(text));
    if (known.delete(text)) characters -= text.length;
    known.set(text, tokens);
    characters += text.length;
    forgetOldest();
    return tokens;
  };
}
