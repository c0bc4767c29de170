import { TriangleAlert } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** Shown as long as commands run with all the rights of the user who started the server. */
export function UnsafeHostBanner() {
  return (
    <div className="banner" role="status">
      <Icon of={TriangleAlert} isSmall />
      <span>
        Commands run on this machine without a sandbox (<span className="mono">VITRINE_EXEC=unsafe-host</span>
        ).
      </span>
    </div>
  );
}
