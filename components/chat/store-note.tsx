import { DatabaseZap } from 'lucide-react';
import type { StoreFault } from '#lib/core/vocabulary/store-fault.ts';
import { Icon } from '../ui/icon.tsx';

const words: Record<StoreFault, string> = {
  away: 'The server cannot reach its storage. It keeps trying; what you see is kept.',
  full: 'The server’s storage is full. New work cannot be saved until somebody frees space.',
};

/** Shown while the store rejects writes; disappears by itself. */
export function StoreNote({ fault }: { fault: StoreFault | null }) {
  if (fault === null) return null;
  return (
    <div className="note connection" role="status">
      <Icon of={DatabaseZap} />
      <div className="grow">{words[fault]}</div>
    </div>
  );
}
