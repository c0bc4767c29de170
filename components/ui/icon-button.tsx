import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'type'> {
  icon: LucideIcon;
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
}

export function IconButton({ icon, label, shortcut, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      title={shortcut ? `${label}  ${shortcut}` : label}
      {...rest}
      type="button"
      className={`icon-btn ${className}`.trim()}
      aria-label={label}
    >
      <Icon of={icon} />
    </button>
  );
}
