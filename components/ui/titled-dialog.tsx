'use client';

import { lazyPopup } from './lazy-component.tsx';

/** A dialog that a button or a menu action opens. */
export const TitledDialog = lazyPopup(async () => (await import('./dialog-popup.tsx')).DialogPopup);
