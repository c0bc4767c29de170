'use client';

import { lazyPopup } from '../ui/lazy-component.tsx';

/** A dialog that saves a message as a prompt of the team. */
export const SavePromptDialog = lazyPopup(
  async () => (await import('./save-prompt-popup.tsx')).SavePromptPopup,
);
