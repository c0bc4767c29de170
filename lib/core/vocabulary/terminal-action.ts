import { z } from 'zod';
import { limits } from '../limits.ts';

/** Taking control of a running terminal, and handing it back. */
export const terminalControlSchema = z.strictObject({ kind: z.enum(['take', 'handBack']) });
export const terminalInputSchema = z.strictObject({
  data: z.string().min(1).max(limits.terminalInputCharacters),
});
export const terminalSizeSchema = z.strictObject({
  columns: z.int().min(1).max(limits.terminalColumns),
  rows: z.int().min(1).max(limits.terminalRows),
});

/** What a person does to a running terminal. Typing and resizing require having control. */
export const terminalActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('take') }),
  z.strictObject({ kind: z.literal('handBack') }),
  terminalInputSchema.extend({ kind: z.literal('input') }),
  terminalSizeSchema.extend({ kind: z.literal('resize') }),
]);
export type TerminalAction = z.infer<typeof terminalActionSchema>;
