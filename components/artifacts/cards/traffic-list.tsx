'use client';

import { Globe } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { HostTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import { refusals } from '#lib/core/vocabulary/network/refusals.ts';

/** Which hosts a command reached, and which it did not: one line, and each host on request. */
export function TrafficList({ traffic }: { traffic: readonly HostTraffic[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const reached = traffic.filter(({ refusal }) => refusal === null);
  const bytes = reached.reduce((sum, { sentBytes, receivedBytes }) => sum + sentBytes + receivedBytes, 0);
  const [first] = reached;
  const words =
    first === undefined
      ? 'No host reached'
      : `Reached ${reached.length === 1 ? first.host : formatCount(new Set(reached.map(({ host }) => host)).size, 'host')}, ${formatBytes(bytes)}`;
  return (
    <>
      <div className="card-more">
        <Icon of={Globe} isSmall />
        <span className="grow clip" title={words}>
          {words}
        </span>
        {traffic.length > 0 && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide hosts' : 'Show hosts'}
          </button>
        )}
      </div>
      {isOpen && (
        <ul className="traffic" aria-label="Hosts">
          {traffic.map((row) => (
            <li key={`${row.host} ${row.port} ${row.refusal}`}>
              <span className="mono">
                {row.host}:{row.port}
              </span>
              <span className="dim">{formatRow(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function formatRow({ refusal, connections, sentBytes, receivedBytes, allowedBy }: HostTraffic): string {
  const count = formatCount(connections, 'connection');
  if (refusal !== null) return `${count} refused: ${refusals[refusal]}`;
  const bytes = `${formatBytes(receivedBytes)} received, ${formatBytes(sentBytes)} sent`;
  return `${count}, ${bytes}, allowed by ${allowedBy?.name ?? 'the config file'}`;
}
