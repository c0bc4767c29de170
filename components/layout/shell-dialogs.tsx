'use client';

import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { lazyPopup, usePreload } from '../ui/lazy-component.tsx';
import { useKeys } from '../ui/use-keys.ts';
import type { SessionInfo } from './session-info.ts';

const KeysPopup = lazyPopup(async () => (await import('./keys-popup.tsx')).KeysPopup);
const PalettePopup = lazyPopup(async () => (await import('../palette/palette-popup.tsx')).PalettePopup);

export type ShellDialog = 'keys' | 'search';

/** What a key opens on every page. */
export function ShellDialogs(props: {
  session: SessionInfo;
  conversations: readonly ListedConversation[];
  open: ShellDialog | null;
  onChange: (open: ShellDialog | null) => void;
}) {
  const { session, conversations, open, onChange } = props;
  usePreload(PalettePopup.preload);
  useKeys({ '?': () => onChange('keys'), 'Mod+k': () => onChange('search') });
  const close = () => onChange(null);
  return (
    <>
      <KeysPopup isOpen={open === 'keys'} onClose={close} />
      <PalettePopup
        isOpen={open === 'search'}
        onClose={close}
        session={session}
        conversations={conversations}
      />
    </>
  );
}
