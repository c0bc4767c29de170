import { z } from 'zod';

/** The part of JSON Schema 2020-12 that zod emits. */
export interface JsonSchema {
  type?: string | readonly string[];
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  const?: unknown;
  $ref?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
}

export const schemasPath = '#/components/schemas/';

/**
 * Converts schemas to JSON Schema and collects the named ones (`.meta({ id })`), which the others reference.
 */
export interface JsonSchemas {
  /** @param io `input`: what a caller sends; `output`: what the server answers */
  print(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Every named schema referenced so far, by name. */
  named(): Record<string, JsonSchema>;
}

export function createJsonSchemas(): JsonSchemas {
  const all = new Map<string, JsonSchema>();
  return {
    print(schema, io) {
      const printed = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => simplify(jsonSchema) });
      const text = JSON.stringify(printed).replaceAll('"#/$defs/', `"${schemasPath}`);
      const { $schema: _, $defs = {}, ...own } = JSON.parse(text);
      for (const [name, definition] of Object.entries<JsonSchema>($defs)) {
        const known = all.get(name);
        if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`Two different schemas have the name ${name}`);
        }
        all.set(name, definition);
      }
      return own;
    },
    named: () => Object.fromEntries([...all].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Removes keywords that the type and the format already imply. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}
