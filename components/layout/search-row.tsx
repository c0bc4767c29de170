'use client';

import { Search } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { isApple } from '../ui/use-keys.ts';

export function SearchRow({ onOpen }: { onOpen: () => void }) {
  const label = useHydrated() && !isApple() ? 'Ctrl K' : '⌘K';
  return (
    <button type="button" className="row" aria-haspopup="dialog" onClick={onOpen}>
      <Icon of={Search} isSmall />
      Search
      <kbd className="q">{label}</kbd>
    </button>
  );
}
