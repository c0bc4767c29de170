import { Lock } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Marks what only some people of the team can see. */
export function PrivateMark() {
  return (
    <span className="small-mark" title="Only some people see this">
      <Icon of={Lock} isSmall />
      <span className="vh">Private</span>
    </span>
  );
}
