'use client';

import { createContext, memo, type ReactNode, useContext, useId } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { boundNesting } from '#components/chat/bound-nesting.ts';
import { FootnoteLink, footnotePrefix, isFootnoteHash } from '#components/chat/prose/footnote-link.tsx';
import { keepSafeUrl, remarkPlugins, safeComponents } from '#components/chat/safe-markdown.tsx';
import { SafeLink } from '#components/ui/safe-link.tsx';

/** Scrolls to a heading of the document by its slug; `false`: there is none. */
export const HeadingContext = createContext<(slug: string) => boolean>(() => false);

/** Links within the document lead to a heading; relative links lead nowhere: only this file is loaded. */
const keepUrl = (url: string): string => (url.startsWith('#') ? url : keepSafeUrl(url));

const components: Components = {
  ...safeComponents,
  a: ({ href, id, children }) => {
    if (href !== undefined && isFootnoteHash(href))
      return (
        <FootnoteLink hash={href} id={id}>
          {children}
        </FootnoteLink>
      );
    if (href?.startsWith('#')) return <HeadingLink slug={href.slice(1)}>{children}</HeadingLink>;
    return <SafeLink href={href}>{children}</SafeLink>;
  },
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
    // Not a validly encoded address: used as it is.
    return slug;
  }
}

/** One block of a document. */
export const DocumentBlock = memo(function DocumentBlock({ text }: { text: string }) {
  'use memo';
  const id = useId();
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      remarkRehypeOptions={{ clobberPrefix: footnotePrefix(id) }}
      components={components}
      urlTransform={keepUrl}
    >
      {boundNesting(text)}
    </ReactMarkdown>
  );
});
