import type { LucideIcon } from 'lucide-react';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  /** A few words at the end of its row. */
  note?: string;
  onSelect: () => void;
}
