'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { PathText } from './path-text.tsx';

/** Icon, title, meta, actions: always in this order. With `onOpen` the title opens the panel. */
export function CardHead(props: {
  icon: LucideIcon;
  title: string;
  isPath: boolean;
  meta?: ReactNode;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const className = props.isPath ? 'card-title path' : 'card-title clip';
  const text = props.isPath ? <PathText path={props.title} /> : props.title;
  return (
    <header className="card-head">
      <Icon of={props.icon} />
      <div className="grow clip">
        {props.onOpen ? (
          <button
            type="button"
            className={`${className} as-button`}
            title={props.title}
            onClick={props.onOpen}
          >
            {text}
          </button>
        ) : (
          <span className={className} title={props.title}>
            {text}
          </span>
        )}
      </div>
      {props.meta && <span className="card-meta">{props.meta}</span>}
      {props.children ?? <span style={{ width: 6 }} />}
    </header>
  );
}
