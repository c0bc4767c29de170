import { z } from 'zod';

/** What a program may say of a text that it shows. */
export const shownForms = [
  'text',
  'terminal',
  'log',
  'diff',
  'json',
  'table',
  'markdown',
  'html',
  'notebook',
] as const;

export type ShownForm = (typeof shownForms)[number];

/** A result that another program shows, as it is answered. */
export const shownResultSchema = z
  .object({
    artifactId: z.string(),
    conversationId: z.string(),
    /** Where people open it. */
    url: z.url(),
    /** What a model reads in place of it; `null`: there is no text in it. */
    view: z.string().nullable(),
  })
  .meta({ id: 'ShownResult' });
export type ShownResultAnswer = z.infer<typeof shownResultSchema>;
