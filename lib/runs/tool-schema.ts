import { z } from 'zod';
import type { Tool } from '../tools/tool-call.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas never change, like the tools, and building them takes a tenth of the time to the first token. */
const created = new WeakMap<z.ZodType, JsonSchema>();

export function toolSchema({
  inputSchema,
  parameters,
}: Pick<Tool, 'inputSchema' | 'parameters'>): JsonSchema {
  const json = parameters ?? created.get(inputSchema) ?? toJsonSchema(inputSchema);
  if (!parameters) created.set(inputSchema, json);
  return json;
}

/**
 * A tool's arguments as JSON Schema, without parts that only cost tokens on every call: the dialect, bounds (what is
 * out of them is refused with words), and that `null` means "not given" (models that send it are understood anyway).
 */
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'] as const;

function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const bound of bounds) delete jsonSchema[bound];
      const [only, ...others] =
        jsonSchema.anyOf?.filter((choice) => typeof choice !== 'object' || choice.type !== 'null') ?? [];
      if (typeof only !== 'object' || others.length > 0) return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, only);
    },
  });
  return json;
}
