import { CircleAlert } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';

/**
 * Why an action on a card failed, or what to know after it. Always rendered, so that screen readers announce the text when it appears.
 */
export function ActionFault({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <div className="card-more card-fault">
          <Icon of={CircleAlert} isSmall />
          <span>{text}</span>
        </div>
      )}
    </div>
  );
}
