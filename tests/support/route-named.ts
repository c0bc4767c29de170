import { routes } from '#lib/http/routes.ts';
import type { Route } from '#lib/http/routing/define-route.ts';

/** `GET /api/conversations/:id` */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** A row of the route table. */
export function routeNamed(name: string): Route {
  const route = routes.find((one) => nameOf(one) === name);
  if (!route) throw new Error(`The route table has no ${name}`);
  return route;
}

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The row that answers a request; `undefined`: none does. */
export const routeOf = (method: string, path: string): Route | undefined =>
  patterns.find(({ route, pattern }) => route.method === method && pattern.test(path.split('?')[0] ?? ''))
    ?.route;
