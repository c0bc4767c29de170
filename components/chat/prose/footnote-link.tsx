'use client';

import type { ReactNode } from 'react';

/** What footnotes of one text begin with, so that those of others have other IDs. @param id of the component that shows the text */
export const footnotePrefix = (id: string): string => `note${id.replace(/\W/g, '')}-`;

const footnote = /^#(note\w*-fn(?:ref)?-[\w.%-]{1,200})$/;

export const isFootnoteHash = (url: string): boolean => footnote.test(url);

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // It encodes no text.
    return hash.slice(1);
  }
}

/** To a footnote, and back. The page's address stays: it says what the panel shows. */
export function FootnoteLink(props: { hash: string; id: string | undefined; children: ReactNode }) {
  const { hash, id, children } = props;
  return (
    <a
      id={id}
      className="link"
      href={hash}
      onClick={(event) => {
        event.preventDefault();
        const target = document.getElementById(idOf(hash));
        target?.scrollIntoView({ block: 'center' });
        (target?.closest('a') ?? target?.querySelector('a'))?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>
  );
}
