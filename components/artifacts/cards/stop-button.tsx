'use client';

import { Square } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';
import { useWork } from '../context/work-context.tsx';

/** Stops the run that a card shows. */
export function StopButton() {
  const { stop } = useWork();
  return (
    <button type="button" className="btn plain" title="Stop the run  ⇧Esc" onClick={stop}>
      <Icon of={Square} isSmall />
      Stop
    </button>
  );
}
