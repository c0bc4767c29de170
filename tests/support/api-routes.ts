import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const app = join(import.meta.dirname, '..', '..', 'app');
const folder = join(app, 'api');
const methods = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g;

/** Every method of every route there is, from the files: `GET /api/conversations/:id`. */
export const apiRoutes = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('route.ts'))
    .flatMap((path) => {
      const url = `/api/${dirname(path).replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, ':$1')}`;
      return exportedMethods(readFileSync(join(folder, path), 'utf8')).map((method) => `${method} ${url}`);
    })
    .sort();

const exportedMethods = (source: string): string[] =>
  [...source.matchAll(/^export (?:const|function|async function|\{)[^=(}]*/gm)].flatMap(
    ([names]) => names.match(methods) ?? [],
  );

/** Every page there is, from the files: `/c/:id`. */
export const pageRoutes = (): string[] =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page.tsx'))
    .map((path) => `/${dirname(path)}`.replace(/^\/\.$/, '/').replaceAll(/\[(\w+)\]/g, ':$1'))
    .sort();
