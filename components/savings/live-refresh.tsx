'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const periodMs = 10_000;

/** Asks for the page's figures again and again while it is visible; what the reader has open or typed stays. */
export function LiveRefresh() {
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, periodMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return null;
}
