import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFileJsonSchema } from '../lib/config/config-file.ts';
import { version } from '../lib/core/vocabulary/version.ts';
import { eventJsonSchema } from '../lib/http/reference/event-schema.ts';
import { httpReferenceOf } from '../lib/http/reference/http-reference.ts';
import { openApiOf } from '../lib/http/reference/open-api.ts';
import { routesByResource } from '../lib/http/routes.ts';
import { licencesTable } from './licences-table.ts';
import { programsTable } from './split/programs-table.ts';

/**
 * `npm run docs` generates the HTTP reference from the route table, the JSON Schemas of events and of the config file,
 * and the table of programs and their views. Run it after a change to a route, an answer, a setting of the config
 * file, the lists of tools and types, or a summarizer.
 */
const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const generated: Record<string, string> = {
  'docs/http.md': httpReferenceOf(routesByResource),
  'docs/openapi.json': json(openApiOf(routesByResource, version)),
  'docs/events.schema.json': json(eventJsonSchema()),
  'vitrine.config.schema.json': json(configFileJsonSchema()),
  'lib/embed/PROGRAMS.md': await programsTable(),
  'docs/licences.md': licencesTable(root),
};
for (const [path, text] of Object.entries(generated)) {
  const isChanged = !existsSync(join(root, path)) || read(path) !== text;
  if (isChanged) writeFileSync(join(root, path), text);
  console.log(`${path}: ${isChanged ? 'changed' : 'as before'}`);
}
