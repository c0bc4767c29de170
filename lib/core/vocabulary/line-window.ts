import { z } from 'zod';

/** Some lines of an artifact, as returned by `GET /api/artifacts/:id?lines=a-b`. */
export const lineWindowSchema = z
  .object({
    lines: z.array(z.string()),
    from: z.number().int(),
    to: z.number().int(),
    /** Number of lines in the whole artifact. */
    total: z.number().int(),
    /** Lines longer than the limit, which are cut, with their full length in bytes. */
    cut: z.array(z.object({ line: z.number().int(), byteLength: z.number().int() })),
    state: z.enum(['writing', 'complete']),
  })
  .meta({ id: 'LineWindow' });
export type LineWindow = z.infer<typeof lineWindowSchema>;

/** Part of one long line by its bytes, as returned by `GET /api/artifacts/:id?line=n&from=bytes`. */
export const linePartSchema = z.object({
  text: z.string(),
  line: z.number().int(),
  /** Byte range within the line, [from, to). */
  from: z.number().int(),
  to: z.number().int(),
  byteLength: z.number().int(),
});
export type LinePart = z.infer<typeof linePartSchema>;

/** Part of one line as people read it, as returned by `GET /api/artifacts/:id?line=n&character=c`. */
export const lineStretchSchema = z.object({
  text: z.string(),
  /** Offset in the line, in characters (UTF-16 units); never within a surrogate pair. */
  start: z.number().int(),
  /** This part reaches the end of the line. */
  isLast: z.boolean(),
});
export type LineStretch = z.infer<typeof lineStretchSchema>;
