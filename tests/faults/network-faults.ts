import type { FaultMode } from '../support/fault-proxy.ts';
import { type Fault, hasRedis, NotFeltError } from './fault.ts';

const networkFault = (
  ids: string[],
  name: string,
  mode: FaultMode,
  lastsMs: Fault['lastsMs'] = [1_000, 4_000],
): Fault => ({
  ...{ ids, name, target: 'network', appliesTo: hasRedis, lastsMs, mayFailOver: true },
  async start({ deployment: { proxies } }) {
    for (const proxy of proxies) proxy.setMode(mode);
    return async () => {
      const felt = proxies.reduce((sum, proxy) => sum + proxy.faultCount(), 0);
      for (const proxy of proxies) proxy.setMode('pass');
      if (felt === 0) throw new NotFeltError('no connection felt it');
    };
  },
});

/** Between servers and Redis. */
export const networkFaults: readonly Fault[] = [
  networkFault(['F3', 'F2'], 'network down', 'refuse'),
  networkFault(['F4'], 'network down for a minute', 'refuse', [60_000, 60_000]),
  networkFault(['F5'], 'network silent', 'blackhole', [2_500, 6_000]),
  networkFault(['F5'], 'replies lost, connections open', 'half-open', [2_500, 6_000]),
  {
    ...networkFault(['F6'], 'half a second late each way', 'delay', [5_000, 12_000]),
    endsNoRun: true,
  },
  { ...networkFault(['F6'], 'slow drip', 'drip', [3_000, 6_000]), endsNoRun: true },
  networkFault(['F7', 'F8'], 'replies lost, connections cut', 'cut-often'),
  networkFault(['F7', 'F8'], 'replies torn in the middle', 'tear-often'),
];
