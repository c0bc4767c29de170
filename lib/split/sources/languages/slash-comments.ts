import type { Lexis } from '../lexis.ts';

/** Of languages that look like C in this. */
export const slashComments = {
  lineComments: ['//'],
  blockComment: { open: '/*', close: '*/', nests: false },
  word: /[\p{L}_$][\p{L}\p{N}_$]*/uy,
} satisfies Partial<Lexis>;

export const nestedSlashComments = {
  ...slashComments,
  blockComment: { open: '/*', close: '*/', nests: true },
};
