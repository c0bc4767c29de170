import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const app = join(import.meta.dirname, '..', '..', 'app');
const folder = join(app, 'api');
const table = /^export const \{ ([\w, ]+) \} = handlersOf\('([^']+)'\);$/m;

/**
 * Every method and path of the API, from its files: `GET /api/conversations/:id`. The file that answers unknown paths is left out.
 * @throws where a file takes its handlers from elsewhere, or those of another path
 */
export const apiRoutes = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('route.ts') && !path.startsWith('[...path]'))
    .flatMap((path) => {
      const url = `/api/${dirname(path).replaceAll(/\[(\w+)\]/g, ':$1')}`;
      const [, methods = '', named] = table.exec(readFileSync(join(folder, path), 'utf8')) ?? [];
      if (named !== url) throw new Error(`app/api/${path} does not export the handlers of ${url}`);
      return methods.split(', ').map((method) => `${method} ${url}`);
    })
    .sort();

/** Every page there is, from the files: `/c/:id`. */
export const pageRoutes = (): string[] =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page.tsx'))
    .map((path) => `/${dirname(path)}`.replace(/^\/\.$/, '/').replaceAll(/\[(\w+)\]/g, ':$1'))
    .sort();
