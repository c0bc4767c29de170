import { z } from 'zod';

/** A file, or an exact range of its lines. */
export const fileArguments = z
  .object({
    path: z.string().min(1),
    startLine: z.int().min(1).nullish().describe('From 1'),
    endLine: z.int().min(1).nullish().describe('Included'),
  })
  .refine(({ startLine, endLine }) => (startLine ?? 1) <= (endLine ?? Number.POSITIVE_INFINITY), {
    error: 'startLine is past endLine',
  });

export type FileArguments = z.infer<typeof fileArguments>;

/** `null`: the whole file. */
export function rangeOf({ startLine, endLine }: FileArguments): { from: number; to: number } | null {
  if (startLine == null && endLine == null) return null;
  return { from: startLine ?? 1, to: endLine ?? Number.MAX_SAFE_INTEGER };
}
