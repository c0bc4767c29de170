'use client';

import { ShieldCheck } from 'lucide-react';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { limits } from '#lib/core/limits.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import { inertHtml } from './inert-html.ts';

function* read(text: string): Generator<void, ReturnType<typeof inertHtml>> {
  yield;
  return inertHtml(text);
}

/** An HTML page in a frame without an origin, in which nothing runs and from which nothing is fetched. */
export function HtmlView({ baseUrl, metadata }: RichViewProps) {
  return (
    <WholeText
      baseUrl={baseUrl}
      metadata={metadata}
      viewName="preview"
      maxBytes={limits.pageBytes}
      read={read}
    >
      {({ html, scriptCount }) => (
        <div className="html-view">
          <p className="lines-note">
            <Icon of={ShieldCheck} isSmall />
            <span>
              This preview blocks scripts{' '}
              {scriptCount > 0 && ` (${formatCount(scriptCount, 'script')} left out)`}, forms, links, frames,
              and anything from the network.
            </span>
          </p>
          <iframe
            title={`Preview of ${metadata.title}`}
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={html}
          />
        </div>
      )}
    </WholeText>
  );
}
