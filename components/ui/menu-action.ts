import type { LucideIcon } from 'lucide-react';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  onSelect: () => void;
}
