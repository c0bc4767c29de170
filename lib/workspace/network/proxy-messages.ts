import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { NetworkRules } from './upstream.ts';

/** To the process of the proxy; `open` comes with the listening socket of a command's network. */
export type ToProxy = { kind: 'open'; id: number; rules: NetworkRules } | { kind: 'close'; id: number };

export type FromProxy =
  | { kind: 'opened' | 'failed'; id: number }
  | { kind: 'closed'; id: number; traffic: MeasuredTraffic[] };
