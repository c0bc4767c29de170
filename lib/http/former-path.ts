import { formerNamesEnd } from './former-names.ts';
import type { Route } from './routing/define-route.ts';

const deprecatedAt = new Date('2026-11-26');

/** The same route under the path it had before; its answers say so (RFC 9745). */
export const underFormerPath = (route: Route, path: string): Route => ({
  ...route,
  path,
  summary: `${route.summary}, by its former path`,
  description: `Deprecated: use \`${route.method} ${route.path}\`. Ends with version ${formerNamesEnd}.`,
  async handle(request, context) {
    const response = await route.handle(request, context);
    response.headers.set('Deprecation', `@${deprecatedAt.getTime() / 1000}`);
    return response;
  },
});
