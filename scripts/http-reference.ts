import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpReferenceOf } from '../lib/http/reference/http-reference.ts';
import { openApiOf } from '../lib/http/reference/open-api.ts';
import { routesByResource } from '../lib/http/routes.ts';

/**
 * Generates `docs/http.md` and `docs/openapi.json`. Run it after a change to the route table: `npm run docs`.
 */
const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(root, 'docs/http.md'), httpReferenceOf(routesByResource));
writeFileSync(
  join(root, 'docs/openapi.json'),
  `${JSON.stringify(openApiOf(routesByResource, version), null, 2)}\n`,
);
