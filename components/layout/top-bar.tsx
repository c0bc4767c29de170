'use client';

import type { ReactNode } from 'react';
import { MenuButton } from './menu-button.tsx';

/** The bar over the thread. `sub` is a small second line on phones, where the badge does not fit. */
export function TopBar(props: { title: string; badge?: ReactNode; sub?: ReactNode; children?: ReactNode }) {
  return (
    <header className="topbar">
      <MenuButton />
      <div className="titles grow">
        <h1 className="clip">{props.title}</h1>
        {props.badge}
        {props.sub && <div className="sub">{props.sub}</div>}
      </div>
      {props.children}
    </header>
  );
}
