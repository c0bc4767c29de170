'use client';

import { lazyPopup } from './lazy-component.tsx';

/** Asks once before something that cannot be taken back. */
export const ConfirmDialog = lazyPopup(async () => (await import('./confirm-popup.tsx')).ConfirmPopup);
