import { z } from 'zod';
import { limits } from './limits.ts';

/** What a person does to a running terminal. Typing and resizing are for who has taken it over. */
export const terminalActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take') }),
  z.object({ kind: z.literal('handBack') }),
  z.object({ kind: z.literal('input'), data: z.string().max(limits.terminalInputCharacters) }),
  z.object({
    kind: z.literal('resize'),
    columns: z.number().int().min(1).max(limits.terminalColumns),
    rows: z.number().int().min(1).max(limits.terminalRows),
  }),
]);
export type TerminalAction = z.infer<typeof terminalActionSchema>;
