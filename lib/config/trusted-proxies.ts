import { isIP, isIPv4 } from 'node:net';
import { ConfigError } from './config-error.ts';

/**
 * Parses addresses and networks, separated by commas or blanks: `127.0.0.1`, `172.16.0.0/12`, `fd00::/8`.
 * @throws ConfigError for anything else
 */
export function readTrustedProxies(text: string): string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    `VITRINE_TRUSTED_PROXIES names ${wrong}: it lists addresses and networks of proxies, such as 127.0.0.1 or 172.16.0.0/12.`,
  );
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
}
