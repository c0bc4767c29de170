'use client';

import { Bookmark } from 'lucide-react';
import { RowMenu } from '../ui/row-menu.tsx';
import { useNow } from '../ui/use-now.ts';
import { keepActions } from './keep-actions.ts';
import type { Keeping } from './use-keeping.ts';

/** The bookmark of a card or of the panel: how long it stays. */
export function KeepMenu({ keeping, at }: { keeping: Keeping; at: 'card' | 'panel' }) {
  const now = useNow('quarterMinute') ?? 0;
  return (
    <RowMenu
      icon={Bookmark}
      label={keeping.isKept ? 'Kept' : 'Keep'}
      shortcut="P"
      className={keeping.isKept ? 'wide-only kept' : 'wide-only'}
      actions={keepActions(keeping, now)}
      keyTarget={at === 'card' ? { 'data-card-action': 'keep' } : { 'data-panel-action': 'keep' }}
    />
  );
}
