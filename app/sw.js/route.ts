import { serviceWorker } from '@vitrine/lib/http/service-worker.ts';

/** At the root, so that it may serve every page. */
export const GET = () =>
  new Response(serviceWorker, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
    },
  });
