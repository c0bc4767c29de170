'use client';

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { type TitleKind, TitleText, titleClass } from '../text/title-text.tsx';

/** Icon, title, meta, actions: always in this order. With `onOpen` the title opens the panel. */
export function CardHead(props: {
  icon: LucideIcon;
  title: string;
  titleKind: TitleKind;
  meta?: ReactNode;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const className = titleClass(props.titleKind);
  const text = <TitleText kind={props.titleKind} text={props.title} />;
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
      {props.children || <span style={{ width: 6 }} />}
    </header>
  );
}
