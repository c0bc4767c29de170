'use client';

import { lazyPopup } from './lazy-component.tsx';

/** A dialog that something else opens: a button, or an action of a menu. */
export const TitledDialog = lazyPopup(async () => (await import('./dialog-popup.tsx')).DialogPopup);
