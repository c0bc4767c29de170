import { CircleAlert } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Shown in place of a popup that could not be shown, such as one whose code did not come. */
export function PopupFault({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="note bad popup-fault" role="alert">
      <Icon of={CircleAlert} isSmall />
      <span className="grow">This could not be opened.</span>
      <button type="button" className="btn is-small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
