'use client';

import Link from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link to a page of this app, prefetched once somebody is about to press it. Prefetching on sight would
 * make a sidebar of links request a page each, again at every navigation, and delay what people look at.
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
