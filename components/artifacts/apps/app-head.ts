import { AppWindow, type LucideIcon } from 'lucide-react';

/** What the head of a card says of an app that it shows. */
export interface AppHead {
  icon: LucideIcon;
  meta: string;
}

export const appHead: AppHead = { icon: AppWindow, meta: 'App' };
