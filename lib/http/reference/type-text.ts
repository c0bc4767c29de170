import { type JsonSchema, schemasPath } from './json-schemas.ts';

/** A JSON Schema as a one-line type in Markdown, in TypeScript's style; named schemas become links. */
export function typeText(schema: JsonSchema): string {
  const { $ref, type, items, properties, additionalProperties } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if ($ref !== undefined) return linkTo($ref.slice(schemasPath.length));
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (choices) return [...new Set(choices.map(typeText))].join(' or ');
  if (type === 'array') return items ? `array of ${grouped(items)}` : 'array';
  if (properties) return `{ ${fieldsOf(schema).map(fieldText).join(', ')} }`;
  if (typeof additionalProperties === 'object') return `map of ${grouped(additionalProperties)}`;
  if (schema.format !== undefined) return schema.format;
  return typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
}

/** A field of an object, or a parameter. */
export interface Field {
  name: string;
  isRequired: boolean;
  schema: JsonSchema;
}

export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, isRequired: required.includes(name), schema }));

const fieldText = ({ name, isRequired, schema }: Field): string =>
  `${code(`${name}${isRequired ? '' : '?'}`)}: ${typeText(schema)}`;

const grouped = (schema: JsonSchema): string => {
  const text = typeText(schema);
  return text.includes(' or ') && !text.startsWith('{') ? `(${text})` : text;
};

const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;

const code = (text: string): string => `\`${text}\``;
