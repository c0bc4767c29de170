import { KeyRound } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';

/** The secrets that a call gets if somebody allows it. */
export function AskedSecrets({ names }: { names: readonly string[] }) {
  return (
    <p className="asked-hosts">
      <Icon of={KeyRound} isSmall />
      <span>
        Gets the {names.length === 1 ? 'secret' : 'secrets'} <b className="mono">{names.join(', ')}</b>
      </span>
    </p>
  );
}
