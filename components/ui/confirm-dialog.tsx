'use client';

import { lazyPopup } from './lazy-component.tsx';

/** Asks for confirmation before something that cannot be undone. */
export const ConfirmDialog = lazyPopup(async () => (await import('./confirm-popup.tsx')).ConfirmPopup);
