import { requireAdmin } from '@vitrine/lib/http/access.ts';
import { answerMetrics, isScraper } from '@vitrine/lib/http/metrics.ts';
import { route } from '@vitrine/lib/http/route.ts';
import { getServices } from '@vitrine/lib/services.ts';

const forAdmins = route({}, async ({ member, services }) => {
  requireAdmin(member);
  return await answerMetrics(services);
});

/** For Prometheus: admins read it in a browser; a program that has the token, by whatever name it reaches this process. */
export async function GET(request: Request, context: { params: Promise<unknown> }): Promise<Response> {
  const services = getServices();
  return isScraper(request, services.config)
    ? await answerMetrics(services)
    : await forAdmins(request, context);
}
