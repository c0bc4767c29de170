import type { Lexis } from '../lexis.ts';

/** Shared by the languages with comments like C. */
export const slashComments = {
  lineComments: ['//'],
  blockComment: { open: '/*', close: '*/', nests: false },
  word: /[\p{L}_$][\p{L}\p{N}_$]*/uy,
} satisfies Partial<Lexis>;

export const nestedSlashComments = {
  ...slashComments,
  blockComment: { open: '/*', close: '*/', nests: true },
};
