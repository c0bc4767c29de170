import { isWord, type Token } from '../grammar.ts';

export const hasWord = (header: readonly Token[], ...words: string[]): boolean =>
  header.some((token) => isWord(token, ...words));
