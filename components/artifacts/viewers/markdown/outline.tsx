'use client';

import { List } from 'lucide-react';
import { useRef, useState } from 'react';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { DocumentHeading } from './read-document.ts';

/** Maximum number of headings listed. */
const maxHeadings = 500;

/** A document's headings, to jump to. */
export function DocumentOutline(props: {
  headings: readonly DocumentHeading[];
  onHeading: (heading: DocumentHeading) => void;
}) {
  const { headings } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and loss of focus close what its button opened
    <div
      className="view-bar outline-bar"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="btn is-small"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon of={List} isSmall />
        {formatCount(headings.length, 'heading')}
      </button>
      {isOpen && (
        <nav className="under-bar outline" aria-label="Headings">
          <ul>
            {headings.slice(0, maxHeadings).map((heading) => (
              <li key={heading.slug} style={{ paddingLeft: (heading.level - top) * 12 }}>
                <button
                  type="button"
                  className="clip"
                  onClick={() => {
                    close();
                    props.onHeading(heading);
                  }}
                >
                  <HiddenText text={heading.text} />
                </button>
              </li>
            ))}
          </ul>
          {headings.length > maxHeadings && (
            <p className="small dim">
              The first {maxHeadings} of {headings.length}.
            </p>
          )}
        </nav>
      )}
    </div>
  );
}
