import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { Refusal } from '#lib/core/vocabulary/network/refusals.ts';

/** Hosts with a row of their own; the others share one. */
const maxRows = 200;

/** Adds up the connections of one command, in bounded memory. */
export interface NetworkTraffic {
  refuse(host: string, port: number, refusal: Refusal): void;
  /** Counts a connection when it is made; its bytes are added as they pass. */
  connect(host: string, port: number): { sentBytes: number; receivedBytes: number };
  rows(): MeasuredTraffic[];
}

export function createNetworkTraffic(): NetworkTraffic {
  const rows = new Map<string, MeasuredTraffic>();
  const rowOf = (host: string, port: number, refusal: Refusal | null): MeasuredTraffic => {
    const isNew = !rows.has(keyOf(host, port, refusal));
    const isMore = isNew && rows.size >= maxRows;
    const [shown, shownPort] = isMore ? ['other hosts', 0] : [host, port];
    const key = keyOf(shown, shownPort, refusal);
    const row = rows.get(key) ?? {
      ...{ host: shown, port: shownPort, refusal },
      ...{ connections: 0, sentBytes: 0, receivedBytes: 0 },
    };
    rows.set(key, row);
    return row;
  };
  return {
    refuse(host, port, refusal) {
      rowOf(host, port, refusal).connections += 1;
    },
    connect(host, port) {
      const row = rowOf(host, port, null);
      row.connections += 1;
      return row;
    },
    rows: () => [...rows.values()],
  };
}

const keyOf = (host: string, port: number, refusal: Refusal | null): string => `${host} ${port} ${refusal}`;
