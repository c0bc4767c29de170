'use client';

import { Bookmark } from 'lucide-react';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { useKeepActions } from './keep-actions.ts';
import type { Keeping } from './use-keeping.ts';

/** The bookmark menu of a card or the panel, which sets how long the artifact stays. */
export function KeepMenu({ keeping, at }: { keeping: Keeping; at: 'card' | 'panel' }) {
  const actions = useKeepActions(keeping);
  return (
    <RowMenu
      icon={Bookmark}
      label={keeping.isKept ? 'Kept' : 'Keep'}
      shortcut="P"
      className={keeping.isKept ? 'wide-only kept' : 'wide-only'}
      actions={actions}
      keyTarget={at === 'card' ? { 'data-card-action': 'keep' } : { 'data-panel-action': 'keep' }}
    />
  );
}
