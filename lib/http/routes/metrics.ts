import { getServices } from '#lib/services.ts';
import { answerMetrics, isScraper } from '../metrics.ts';
import { defineRoute, type Route } from '../routing/define-route.ts';

const forAdmins = defineRoute({
  method: 'GET',
  path: '/api/metrics',
  summary: 'Read metrics of this process',
  description:
    'For Prometheus. Besides admins, a program that sends `Authorization: Bearer` with `VITRINE_METRICS_TOKEN` may read them, under any host name. The ledger, not these counters, is authoritative for spending.',
  right: 'manage',
  scope: 'team',
  token: 'admin',
  media: ['text/plain'],
  handle: ({ services }) => answerMetrics(services),
});

export const metricsRoutes: readonly Route[] = [
  {
    ...forAdmins,
    async handle(request, context) {
      const services = getServices();
      return isScraper(request, services.config)
        ? await answerMetrics(services)
        : await forAdmins.handle(request, context);
    },
  },
];
