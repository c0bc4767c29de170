'use client';

import { Menu } from '@base-ui/react/menu';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  onSelect: () => void;
}

/** The "…" button of a row or a bar, and its actions. */
export function RowMenu(props: {
  label: string;
  actions: MenuAction[];
  className?: string;
  /** In the place of the "…". */
  icon?: LucideIcon;
  /** The key that opens it, shown in the tooltip. */
  shortcut?: string;
  /** What the keys of the page find the button by. */
  keyTarget?: { 'data-card-action': string } | { 'data-panel-action': string };
}) {
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`icon-btn ${props.className ?? ''}`.trim()}
        aria-label={props.label}
        title={props.shortcut && `${props.label}  ${props.shortcut}`}
        {...props.keyTarget}
      >
        <Icon of={props.icon ?? Ellipsis} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-at" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {props.actions.map(({ label, icon, isDanger, onSelect }) => (
              <Menu.Item
                key={label}
                className={isDanger ? 'menu-item danger' : 'menu-item'}
                onClick={onSelect}
              >
                {icon && <Icon of={icon} isSmall />}
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
