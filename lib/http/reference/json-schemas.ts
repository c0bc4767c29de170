import { z } from 'zod';

/** JSON Schema 2020-12, as far as zod prints it. */
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

/** Prints schemas as JSON Schema, and collects those that have a name (`.meta({ id })`), which the others refer to. */
export interface JsonSchemas {
  /** @param io `input`: what a caller sends; `output`: what the server answers */
  print(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Every named schema that was part of a printed one, by its name. */
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

/** Leaves out what says nothing more than the type and the format. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}
