'use client';

import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { SafeLink } from '../ui/safe-link.tsx';
import { CodeFence } from './code-fence.tsx';

const safeLink = /^(?:https?:|mailto:)/i;

/** Only links to known kinds of targets are kept. */
export const keepSafeUrl = (url: string): string => (safeLink.test(url) ? url : '');

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const remarkPlugins = [remarkGfm];

/** Components for markdown from any source: nothing in it runs, and nothing is fetched. */
export const safeComponents: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
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
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
};
