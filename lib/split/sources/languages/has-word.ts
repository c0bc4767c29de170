import { isWord, type Token } from '../grammar.ts';

export const lineHasWord = (header: readonly Token[], ...words: string[]): boolean =>
  header.some((token) => isWord(token, ...words));
