import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** As the scenario `json-schema-2020-12` gives it, word for word. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const headerSchema = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });

/** Tools whose input schemas are the point: they must reach the client unchanged, and bind headers of the request. */
export function registerHeaderAndSchemaTools(server: McpServer): void {
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(schema2020) },
    async () => ({ content: [{ type: 'text', text: 'Valid.' }] }),
  );
  server.registerTool(
    'test_custom_header',
    { description: 'Takes a parameter that a header repeats', inputSchema: headerSchema },
    async ({ region }) => ({ content: [{ type: 'text', text: region }] }),
  );
}
