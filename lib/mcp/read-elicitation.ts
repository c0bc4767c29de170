import type { ElicitRequestParams } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import type { ElicitationField } from '../core/vocabulary/tools/elicitation.ts';
import type { ServerQuestion } from '../tools/tool-context.ts';

const titled = z.array(z.looseObject({ const: z.string(), title: z.string().optional() }));
const propertySchema = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: titled.optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional(), anyOf: titled.optional() }).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
});
type Property = z.infer<typeof propertySchema>;

/** What a server asks, for people; `null`: it is nothing that a form can hold. */
export function readElicitation(params: ElicitRequestParams): Omit<ServerQuestion, 'server'> | null {
  if (!('requestedSchema' in params)) return null;
  const { properties, required = [] } = params.requestedSchema;
  const entries = Object.entries(properties);
  if (entries.length > limits.elicitationFields) return null;
  const fields: ElicitationField[] = [];
  for (const [name, property] of entries) {
    const read = propertySchema.safeParse(property);
    const field = read.success ? fieldOf(name, read.data, required.includes(name)) : null;
    if (field === null) return null;
    fields.push(field);
  }
  const { requestedSchema } = params;
  return { message: cutText(params.message, limits.elicitationCharacters), fields, requestedSchema };
}

function fieldOf(name: string, property: Property, isRequired: boolean): ElicitationField | null {
  if (name.length > limits.mcpTitleCharacters) return null;
  const { title, description, minLength, maxLength, minimum, maximum, minItems, maxItems } = property;
  const about = {
    name,
    label: cutText(title ?? name, limits.mcpTitleCharacters),
    description: description === undefined ? null : cutText(description, limits.elicitationCharacters),
    isRequired,
  };
  const { default: initial } = property;
  const single = optionsOf(property.enum, property.enumNames, property.oneOf);
  if (property.enum || property.oneOf) {
    return single && { kind: 'choice', ...about, options: single, initial: textOr(initial, '') };
  }
  switch (property.type) {
    case 'string':
      return {
        kind: 'text',
        ...about,
        format: knownFormats.find((known) => known === property.format) ?? null,
        minLength: minLength ?? null,
        maxLength: maxLength ?? null,
        initial: textOr(initial, ''),
      };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        ...about,
        isInteger: property.type === 'integer',
        minimum: minimum ?? null,
        maximum: maximum ?? null,
        initial: typeof initial === 'number' ? initial : null,
      };
    case 'boolean':
      return { kind: 'flag', ...about, initial: initial === true };
    case 'array': {
      const several = optionsOf(property.items?.enum, undefined, property.items?.anyOf);
      const chosen = Array.isArray(initial) ? initial.filter((one) => typeof one === 'string') : [];
      return (
        several && {
          kind: 'choices',
          ...about,
          options: several,
          initial: chosen,
          minItems: minItems ?? null,
          maxItems: maxItems ?? null,
        }
      );
    }
    default:
      return null;
  }
}

const knownFormats = ['email', 'uri', 'date', 'date-time'] as const;
const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? cutText(value, limits.elicitationCharacters) : otherwise;

/** `null`: nothing is to be chosen, or from too much. */
function optionsOf(
  values: readonly string[] | undefined,
  names: readonly string[] | undefined,
  titles: z.infer<typeof titled> | undefined,
) {
  const all =
    values?.map((value, index) => ({ value, label: names?.[index] ?? value })) ??
    titles?.map((one) => ({ value: one.const, label: one.title ?? one.const }));
  const isShort = all?.every(({ value }) => value.length <= limits.elicitationOptionCharacters) === true;
  if (!all || !isShort || all.length > limits.elicitationOptions) return null;
  return all.map(({ value, label }) => ({ value, label: cutText(label, limits.mcpTitleCharacters) }));
}
