'use client';

import { createContext, memo, type ReactNode, useContext } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { keepSafeUrl, remarkPlugins, SafeLink, safeComponents } from '../../../chat/safe-markdown.tsx';

/** Brings a heading of the document into sight, by what links call it; `false`: there is none. */
export const HeadingContext = createContext<(slug: string) => boolean>(() => false);

/** A link within the document leads to its heading; one beside it leads nowhere, since only this file is here. */
const keepUrl = (url: string): string => (url.startsWith('#') ? url : keepSafeUrl(url));

const components: Components = {
  ...safeComponents,
  a: ({ href, children }) =>
    href?.startsWith('#') ? (
      <HeadingLink slug={href.slice(1)}>{children}</HeadingLink>
    ) : (
      <SafeLink href={href}>{children}</SafeLink>
    ),
};

function HeadingLink({ slug, children }: { slug: string; children: ReactNode }) {
  const show = useContext(HeadingContext);
  return (
    <button type="button" className="link" onClick={() => show(decoded(slug))}>
      {children}
    </button>
  );
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    // Not an address that was written by rule: taken as it is.
    return slug;
  }
}

/** One piece of a document. */
export const DocumentBlock = memo(function DocumentBlock({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} components={components} urlTransform={keepUrl}>
      {text}
    </ReactMarkdown>
  );
});
