'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import { lazyPopup } from './lazy-component.tsx';
import type { MenuAction } from './menu-action.ts';
import { useMenuButton } from './use-menu-button.ts';

const RowMenuPopup = lazyPopup(async () => (await import('./row-menu-popup.tsx')).RowMenuPopup);

export const preloadRowMenu = RowMenuPopup.preload;

/** The "…" button of a row or a bar, and its actions. */
export function RowMenu(props: {
  label: string;
  actions: MenuAction[];
  className?: string;
  /** Replaces the "…". */
  icon?: LucideIcon;
  /** The key that opens it, shown in the tooltip. */
  shortcut?: string;
  /** The attribute by which the page's shortcuts find the button. */
  keyTarget?: { 'data-card-action': string } | { 'data-panel-action': string };
}) {
  const { buttonProps, menuProps } = useMenuButton(RowMenuPopup);
  return (
    <>
      <button
        {...buttonProps}
        className={`icon-btn ${props.className ?? ''}`.trim()}
        aria-label={props.label}
        title={props.shortcut && `${props.label}  ${props.shortcut}`}
        {...props.keyTarget}
      >
        <Icon of={props.icon ?? Ellipsis} />
      </button>
      <RowMenuPopup {...menuProps} actions={props.actions} />
    </>
  );
}
