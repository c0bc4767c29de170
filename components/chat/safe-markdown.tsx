'use client';

import type { Components, Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { SafeLink } from '../ui/safe-link.tsx';
import { CodeFence } from './code-fence.tsx';
import { FootnoteLink, isFootnoteHash } from './prose/footnote-link.tsx';
import { ProseTable } from './prose/prose-table.tsx';
import { remarkFormulas } from './prose/remark-formulas.ts';
import { remarkRich } from './prose/remark-rich.ts';
import { SetFormula } from './prose/set-formula.tsx';

const safeLink = /^(?:https?:|mailto:)/i;

/** Only links to known kinds of targets are kept. */
export const keepSafeUrl = (url: string): string => (safeLink.test(url) || isFootnoteHash(url) ? url : '');

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const remarkPlugins: NonNullable<Options['remarkPlugins']> = [remarkGfm, remarkFormulas, remarkRich];

/** Components for markdown from any source: nothing in it runs, and nothing is fetched. */
export const safeComponents: Components = {
  a: ({ href, id, children }) =>
    href !== undefined && isFootnoteHash(href) ? (
      <FootnoteLink hash={href} id={id}>
        {children}
      </FootnoteLink>
    ) : (
      <SafeLink href={href}>{children}</SafeLink>
    ),
  // A remote image would tell its host who reads this, and could carry data out in its address.
  img: ({ src, alt }) => {
    if (typeof src !== 'string' || src === '') return <span className="external">{alt}</span>;
    return (
      <span className="external">
        external image: {hostOf(src)}{' '}
        <a className="link" href={src} target="_blank" rel="noopener noreferrer nofollow ugc">
          {alt || 'open'}
        </a>
      </span>
    );
  },
  pre: ({ children }) => <CodeFence>{children}</CodeFence>,
  code: ({ className, children }) =>
    className?.includes('language-math') ? (
      <SetFormula source={String(children)} isDisplay={className.includes('math-display')} />
    ) : (
      <code className={className}>{children}</code>
    ),
  table: ({ node, children }) => <ProseTable table={node}>{children}</ProseTable>,
  // Each text has footnotes of its own, so their head has no ID.
  h2: ({ id, children }) =>
    id === 'footnote-label' ? <h2 className="vh">{children}</h2> : <h2>{children}</h2>,
};
