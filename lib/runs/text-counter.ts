import { countTokens } from '../split/count-tokens.ts';

export type CountText = (text: string) => Promise<number>;

/** Of texts up to so many characters together the count is remembered: a history is counted again at every step. */
const rememberedCharacters = 8_000_000;

/** Counts tokens, each text once while it is among those counted last. */
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
