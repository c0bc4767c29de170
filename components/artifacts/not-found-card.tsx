import { Lock } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** One answer for "never was", "is gone" and "not yours", so that nobody learns which IDs exist. */
export function NotFoundCard() {
  return (
    <article className="card">
      <div className="mid-empty">
        <Icon of={Lock} />
        <b>Nothing to show here</b>
        The link is wrong, has ended, or is not meant for this account.
      </div>
    </article>
  );
}
