import { z } from 'zod';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { errorMessage } from '#lib/core/errors.ts';
import type { Services } from '#lib/services.ts';
import { isPrivateAddress } from '#lib/workspace/network/private-address.ts';

const maxMs = 10_000;
const healthSchema = z.object({ status: z.string(), address: z.string().nullable() });

/** Whether the public address leads to this server, and whether it knows who asks behind a proxy. */
export async function checkAddress({ config }: Pick<Services, 'config'>): Promise<ServerCheck[]> {
  const { baseUrl, trustedProxies, signIn } = config;
  const name = 'Public address';
  if (baseUrl === null) {
    if (signIn === null) return [];
    const advice = 'Set VITRINE_BASE_URL: links and sign-in need it.';
    return [{ name, outcome: 'warning', finding: 'none is set', advice }];
  }
  try {
    const response = await fetch(`${baseUrl}/api/health`, {
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    });
    const { address } = healthSchema.parse(await response.json());
    return [
      { name, outcome: 'ok', finding: `${baseUrl} leads to this server`, advice: null },
      proxyCheck(address, trustedProxies.length > 0),
    ];
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const finding = `${baseUrl} does not answer as this server: ${errorMessage(cause).slice(0, 200)}`;
    const advice = 'Check VITRINE_BASE_URL, the proxy, its certificate, and that this machine can reach it.';
    return [{ name, outcome: 'fault', finding, advice }];
  }
}

/** @param address whom the server took its own request to come from */
function proxyCheck(address: string | null, hasTrusted: boolean): ServerCheck {
  const name = 'Addresses of people';
  const finding = `a request of this server's own came from ${address ?? 'no address'}`;
  if (address !== null && !isPrivateAddress(address)) return { name, outcome: 'ok', finding, advice: null };
  return {
    name,
    outcome: 'warning',
    finding,
    advice: hasTrusted
      ? 'If that is your proxy: let it send X-Forwarded-For, and name it in VITRINE_TRUSTED_PROXIES.'
      : 'If that is your proxy: name it in VITRINE_TRUSTED_PROXIES. Until then everybody counts as one address.',
  };
}
