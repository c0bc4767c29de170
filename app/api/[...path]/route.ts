import { notFound } from '@vitrine/lib/core/errors.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';

/** What there is no route for is told as the API tells everything, not by a page. */
const nothing = openRoute({}, async () => {
  throw notFound();
});

export const GET = nothing;
export const POST = nothing;
export const PUT = nothing;
export const PATCH = nothing;
export const DELETE = nothing;
