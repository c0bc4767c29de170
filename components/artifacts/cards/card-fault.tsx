import { CircleAlert } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

/** What a card was asked for and could not do, in words. There from the start, so that its words are heard when they come. */
export function CardFault({ text }: { text: string | null }) {
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
