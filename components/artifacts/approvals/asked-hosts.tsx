import { Globe } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import type { CallHosts } from '#lib/core/vocabulary/network/host-grant.ts';

/** The hosts that a call asks to reach. A name with letters outside ASCII is shown as it is looked up. */
export function AskedHosts({ hosts: { asked } }: { hosts: CallHosts }) {
  return (
    <p className="asked-hosts">
      <Icon of={Globe} isSmall />
      <span>
        Asks to reach{' '}
        {asked.map((host, index) => (
          <span key={host}>
            {index > 0 && ', '}
            <b className="mono">{host}</b>
            {host.split('.').some((label) => label.startsWith('xn--')) && ' (letters of another alphabet)'}
          </span>
        ))}
      </span>
    </p>
  );
}
