'use client';

import { Menu } from '@base-ui/react/menu';
import { Icon } from './icon.tsx';
import type { MenuAction } from './menu-action.ts';
import { MenuPopup, type MenuPopupProps } from './menu-popup.tsx';

/** The actions of a `RowMenu`. */
export function RowMenuPopup({ actions, ...menu }: MenuPopupProps & { actions: MenuAction[] }) {
  return (
    <MenuPopup {...menu} side="bottom" align="end">
      {actions.map(({ label, icon, isDanger, note, onSelect }) => (
        <Menu.Item key={label} className={isDanger ? 'menu-item danger' : 'menu-item'} onClick={onSelect}>
          {icon && <Icon of={icon} isSmall />}
          {label}
          {note && <span className="dim small">{note}</span>}
        </Menu.Item>
      ))}
    </MenuPopup>
  );
}
