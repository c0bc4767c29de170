import { CircleAlert } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** What a card was asked for and could not do, in words. */
export function CardFault({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <div className="card-more card-fault" role="status">
      <Icon of={CircleAlert} isSmall />
      <span>{text}</span>
    </div>
  );
}
