import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { HostTraffic } from './host-traffic.ts';
import { refusals } from './refusals.ts';

const maxRows = 20;

/** `registry.example.org:443 12 connections, 3.4 MB, allowed by Ada; cdn.example.org:443 not allowed` */
export function describeTraffic(traffic: readonly HostTraffic[]): string {
  const rows = traffic.slice(0, maxRows).map((row) => {
    const { host, port, refusal, connections, sentBytes, receivedBytes, allowedBy } = row;
    if (refusal !== null) return `${host}:${port} ${refusals[refusal]}`;
    const count = connections === 1 ? '1 connection' : `${connections} connections`;
    const by = allowedBy?.name ?? 'the config file';
    return `${host}:${port} ${count}, ${formatBytes(sentBytes + receivedBytes)}, allowed by ${by}`;
  });
  const more = traffic.length > maxRows ? [`${traffic.length - maxRows} more`] : [];
  return [...rows, ...more].join('; ');
}
