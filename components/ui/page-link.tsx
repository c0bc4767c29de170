'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link to a page of ours, made ready once somebody is about to press it. Made ready at sight, a sidebar of links asks for a page
 * each, again whenever the address changes, and what people look at waits behind them.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [isNear, setIsNear] = useState(false);
  const comeNear = () => setIsNear(true);
  return (
    <Link {...props} prefetch={isNear ? null : false} onPointerEnter={comeNear} onFocus={comeNear}>
      {props.children}
    </Link>
  );
}
