import { type ErrorCode, errorStatus } from '#lib/core/errors.ts';
import { formerNamesEnd } from '../former-names.ts';
import type { Route } from '../routing/define-route.ts';
import { commonErrorCodes, errorCodesOf } from './error-codes-of.ts';
import { createJsonSchemas, type JsonSchema, type JsonSchemas } from './json-schemas.ts';
import { limitsText } from './limits-text.ts';
import type { Resources } from './open-api.ts';
import { meaningOf, successesOf } from './successes-of.ts';
import { fieldsOf, typeText } from './type-text.ts';
import { tokenThatMay, whoMay } from './who-may.ts';

/** `400 \`invalid_id\`, \`invalid_request\`; 404 \`not_found\`` */
function listCodes(codes: readonly ErrorCode[]): string {
  const byStatus = [...Map.groupBy(codes, (code) => errorStatus[code])].toSorted(
    ([one], [other]) => one - other,
  );
  return byStatus
    .map(([status, same]) => `${status} ${same.map((code) => `\`${code}\``).join(', ')}`)
    .join('; ');
}

const introduction = `# HTTP reference

Generated from the route table, \`lib/http/routes.ts\`, by \`npm run docs\`. The same as OpenAPI: [openapi.json](openapi.json).

- **Signing in:** a session cookie, \`vt_s\` (over https \`__Host-vt_s\`), identifies the caller; 401 \`signed_out\` without one. In local mode there is one member, and no cookie is needed.
- **Order of checks:** host, origin, session, the IDs in the path, the right (403, or 404 for what the caller may not see), then query and body.
- **Requests that change something** need an \`Origin\` header of this site: 403 \`forbidden_origin\`. Unless a route says otherwise, bodies are JSON of at most 1 MiB; unknown fields are errors. 400 \`invalid_json\`, 413 \`body_too_large\`, 415 \`unsupported_media_type\`.
- **Errors** are \`{ "error": "a sentence for people", "code": "…" }\`, with a code from [the list](#error-codes). Any route may answer ${listCodes(commonErrorCodes)}. Each route lists its other codes, except those named above.
- **Answers** are sent with \`Cache-Control: no-store\`; only the bytes of a complete artifact may be stored, and are validated by their \`ETag\`. Times are ISO 8601, UTC.`;

/** Error codes that the introduction explains once. */
const introduced: readonly ErrorCode[] = [
  'signed_out',
  'forbidden_origin',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
];

/** The HTTP reference as a page of Markdown. */
export function httpReferenceOf(resources: Resources): string {
  const schemas = createJsonSchemas();
  const sections = Object.entries(resources).map(([name, routes]) =>
    [`## ${name}`, ...routes.map((route) => routeSection(schemas, route))].join('\n\n'),
  );
  const types = Object.entries(schemas.named()).map(
    ([name, schema]) => `### ${name}\n\n${typeSection(schema)}`,
  );
  return `${[introduction, ...sections, '## Types', ...types, errorCodeSection()].join('\n\n')}\n`;
}

function routeSection(schemas: JsonSchemas, route: Route): string {
  const { method, path, summary, description, query, body, takesBytes, answer } = route;
  return [
    `### ${method} ${path}`,
    `${summary}.`,
    ...(description ? [description] : []),
    `**Who:** ${whoMay(route)}; ${tokenThatMay(route)}.`,
    ...(query ? [fieldTable('Query', schemas.print(query, 'input'))] : []),
    ...(body ? [fieldTable('Body', schemas.print(body, 'input'))] : []),
    ...(takesBytes ? ['**Body:** the bytes of a file, of any media type.'] : []),
    `**Answers:** ${answersText(route)}`,
    ...(answer ? [typeSection(schemas.print(answer, 'output'))] : []),
    ...formerNamesText(route),
    ...errorsText(route),
  ].join('\n\n');
}

function formerNamesText({ formerNames }: Route): string[] {
  if (!formerNames) return [];
  const names = Object.entries(formerNames).map(([name, former]) => `\`${former}\` is now \`${name}\``);
  return [`**Former names**, in answers until version ${formerNamesEnd}: ${names.join(', ')}.`];
}

function errorsText(route: Route): string[] {
  const codes = errorCodesOf(route).filter((code) => !introduced.includes(code));
  return codes.length === 0 ? [] : [`**Errors:** ${listCodes(codes)}`];
}

const answersText = (route: Route): string =>
  successesOf(route)
    .map(({ status, hasJson, media }) => {
      const types = [...(hasJson ? ['JSON'] : []), ...media.map((type) => `\`${type}\``)];
      return [`${status} ${meaningOf(status)}`, ...(types.length > 0 ? [types.join(' or ')] : [])].join(': ');
    })
    .join('; ');

/** Fields as a table; a schema that is not an object as its type. */
function typeSection(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => `- ${typeText(choice)}`).join('\n');
  return schema.properties ? table(['Field', 'Type'], fieldRows(schema)) : typeText(schema);
}

function fieldTable(title: string, schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return [`**${title}**, one of:`, ...choices.map((choice) => fieldTable('', choice))].join('\n\n');
  const rows = fieldsOf(schema).map(({ name, isRequired, schema: field }) => [
    `\`${name}\``,
    typeText(field),
    requiredText(isRequired, field),
    meaningText(field),
  ]);
  return table([title === '' ? 'Field' : `${title} field`, 'Type', 'Required', 'Meaning'], rows);
}

/** The description, then the limits. */
const meaningText = (field: JsonSchema): string =>
  [field.description ?? '', capitalized(limitsText(field))].filter((text) => text !== '').join('. ');

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const requiredText = (isRequired: boolean, field: JsonSchema): string => {
  if (isRequired) return 'yes';
  return field.default === undefined ? 'no' : `no; default \`${JSON.stringify(field.default)}\``;
};

const fieldRows = (schema: JsonSchema): string[][] =>
  fieldsOf(schema).map(({ name, isRequired, schema: field }) => [
    `\`${name}\`${isRequired ? '' : ' (optional)'}`,
    typeText(field),
  ]);

const errorCodeSection = (): string =>
  `## Error codes\n\n${table(
    ['Code', 'Status'],
    Object.entries(errorStatus).map(([code, status]) => [`\`${code}\``, String(status)]),
  )}`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
