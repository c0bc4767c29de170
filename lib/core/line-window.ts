import { z } from 'zod';

/** Some lines of an artifact, as `GET /api/artifacts/:id?lines=a-b` answers. */
export const lineWindowSchema = z
  .object({
    lines: z.array(z.string()),
    from: z.number().int(),
    to: z.number().int(),
    /** Lines of the whole artifact. */
    total: z.number().int(),
    /** Lines longer than the limit: cut, with their full length in bytes. */
    cut: z.array(z.object({ line: z.number().int(), byteLength: z.number().int() })),
    state: z.enum(['writing', 'complete']),
  })
  .meta({ id: 'LineWindow' });
export type LineWindow = z.infer<typeof lineWindowSchema>;

/** Part of one long line by its bytes, as `GET /api/artifacts/:id?line=n&from=bytes` answers. */
export const linePartSchema = z.object({
  text: z.string(),
  line: z.number().int(),
  /** Bytes of the line, [from, to). */
  from: z.number().int(),
  to: z.number().int(),
  byteLength: z.number().int(),
});
export type LinePart = z.infer<typeof linePartSchema>;

/** Part of one line as people read it, as `GET /api/artifacts/:id?line=n&character=c` answers. */
export const lineStretchSchema = z.object({
  text: z.string(),
  /** Where it starts, in characters (UTF-16 units); never inside one. */
  start: z.number().int(),
  /** The line ends with it. */
  isLast: z.boolean(),
});
export type LineStretch = z.infer<typeof lineStretchSchema>;
