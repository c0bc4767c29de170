import type { FaultMode } from '../support/fault-proxy.ts';
import { type Fault, hasRedis } from './fault.ts';

const networkFault = (
  ids: string[],
  name: string,
  mode: FaultMode,
  lastsMs: Fault['lastsMs'] = [1_000, 4_000],
): Fault => ({
  ...{ ids, name, target: 'network', appliesTo: hasRedis, lastsMs },
  async begin({ deployment: { proxies } }) {
    for (const proxy of proxies) proxy.setMode(mode);
    return async () => {
      for (const proxy of proxies) proxy.setMode('pass');
    };
  },
});

/** Between servers and Redis. */
export const networkFaults: readonly Fault[] = [
  networkFault(['F3', 'F2'], 'network down', 'refuse'),
  { ...networkFault(['F4'], 'network down for a minute', 'refuse', [60_000, 60_000]), isSlow: true },
  networkFault(['F5'], 'network silent', 'blackhole', [2_500, 6_000]),
  networkFault(['F5'], 'replies lost, connections open', 'half-open', [2_500, 6_000]),
  networkFault(['F6'], 'half a second late each way', 'delay', [5_000, 12_000]),
  networkFault(['F6'], 'slow drip', 'drip', [3_000, 6_000]),
  networkFault(['F7', 'F8'], 'replies lost, connections cut', 'cut'),
  networkFault(['F7', 'F8'], 'replies torn in the middle', 'tear'),
];
