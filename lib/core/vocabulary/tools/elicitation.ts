import { z } from 'zod';

const about = {
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  isRequired: z.boolean(),
};
const options = z.array(z.object({ value: z.string(), label: z.string() }));

/** One thing that a server wants to know. */
export const elicitationFieldSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...about,
    format: z.enum(['email', 'uri', 'date', 'date-time']).nullable(),
    minLength: z.number().nullable(),
    maxLength: z.number().nullable(),
    initial: z.string(),
  }),
  z.object({
    kind: z.literal('number'),
    ...about,
    isInteger: z.boolean(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    initial: z.number().nullable(),
  }),
  z.object({ kind: z.literal('flag'), ...about, initial: z.boolean() }),
  z.object({ kind: z.literal('choice'), ...about, options, initial: z.string() }),
  z.object({
    kind: z.literal('choices'),
    ...about,
    options,
    initial: z.array(z.string()),
    minItems: z.number().nullable(),
    maxItems: z.number().nullable(),
  }),
]);
export type ElicitationField = z.infer<typeof elicitationFieldSchema>;

/** A question of an MCP server to a person, during a call. */
export const elicitationSchema = z.object({
  id: z.string(),
  /** The name we gave the server. */
  server: z.string(),
  message: z.string(),
  fields: z.array(elicitationFieldSchema),
  timestamp: z.iso.datetime(),
});
export type Elicitation = z.infer<typeof elicitationSchema>;

const answerValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(200),
]);
/** `decline`: they do not want to say; `cancel`: they did not choose. Only what is accepted has content. */
export const elicitationAnswerSchema = z.strictObject({
  id: z.string().max(100),
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string().max(200), answerValue).optional(),
});
export type ElicitationAnswer = z.infer<typeof elicitationAnswerSchema>;
export type ElicitationContent = NonNullable<ElicitationAnswer['content']>;

/** What is wrong with an answer, in a sentence; `null`: the server gets what it asked for. */
export function problemOfAnswer(
  fields: readonly ElicitationField[],
  content: ElicitationContent,
): string | null {
  const unknown = Object.keys(content).find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) return `Nobody asked for ${unknown}.`;
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const problem =
      value === undefined || value === ''
        ? field.isRequired && 'It is needed.'
        : problemOfValue(field, value);
    if (problem) return `${field.label}: ${problem}`;
  }
  return null;
}

function problemOfValue(field: ElicitationField, value: ElicitationContent[string]): string | false {
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string') return 'This is no text.';
      const { minLength, maxLength, format } = field;
      if (minLength !== null && value.length < minLength) return `At least ${minLength} characters.`;
      if (maxLength !== null && value.length > maxLength) return `At most ${maxLength} characters.`;
      return format !== null && !formats[format].test(value) && formatWords[format];
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'This is no number.';
      const { isInteger, minimum, maximum } = field;
      if (isInteger && !Number.isInteger(value)) return 'A whole number.';
      if (minimum !== null && value < minimum) return `At least ${minimum}.`;
      return maximum !== null && value > maximum && `At most ${maximum}.`;
    }
    case 'flag':
      return typeof value !== 'boolean' && 'Yes or no.';
    case 'choice':
      return field.options.every((option) => option.value !== value) && 'Choose one of these.';
    case 'choices': {
      const { options: of, minItems, maxItems } = field;
      if (!Array.isArray(value) || value.some((one) => of.every((option) => option.value !== one)))
        return 'Choose some of these.';
      if (minItems !== null && value.length < minItems) return `Choose at least ${minItems}.`;
      return maxItems !== null && value.length > maxItems && `Choose at most ${maxItems}.`;
    }
  }
}

type TextFormat = NonNullable<Extract<ElicitationField, { kind: 'text' }>['format']>;
const formats: Record<TextFormat, RegExp> = {
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/,
};
const formatWords: Record<TextFormat, string> = {
  email: 'An address like name@example.org.',
  uri: 'An address like https://example.org.',
  date: 'A day like 2026-11-28.',
  'date-time': 'A time like 2026-11-28T10:30.',
};
