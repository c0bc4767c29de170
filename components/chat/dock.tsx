'use client';

import { ArrowDown, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';

/** The area under the thread, with a button back to the end for readers who scrolled up. */
export function Dock(props: {
  onJump: (() => void) | null;
  error: string | null;
  isBare?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={props.isBare ? 'dock bare' : 'dock'}>
      {props.onJump && (
        <button type="button" className="btn jump" onClick={props.onJump}>
          <Icon of={ArrowDown} isSmall />
          Jump to latest
        </button>
      )}
      <div className="dock-in">
        {props.error && (
          <div className="note bad" role="alert">
            <Icon of={CircleAlert} />
            <span>{props.error}</span>
          </div>
        )}
        {props.children}
      </div>
    </div>
  );
}
