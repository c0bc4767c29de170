'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FilterField } from '#components/artifacts/text/filter-field.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { PdfFinding } from './use-pdf-find.ts';

/** A field to find a text in a PDF, and the way from page to page that has it. */
export function PdfFind({ find }: { find: PdfFinding }) {
  const [text, setText] = useState('');
  const change = (next: string) => {
    setText(next);
    find.setQuery(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find.step(1);
  };
  return (
    <form className="pdf-find" onSubmit={submit}>
      <FilterField label="Find in the PDF" value={text} onChange={change} />
      {find.query !== '' && (
        <>
          <span className="dim small" role="status">
            {describe(find)}
          </span>
          <IconButton
            icon={ChevronUp}
            label="Previous page with it"
            disabled={find.pages.length === 0}
            onClick={() => find.step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next page with it"
            disabled={find.pages.length === 0}
            onClick={() => find.step(1)}
          />
        </>
      )}
    </form>
  );
}

function describe({ pages, isSearching, at }: PdfFinding): string {
  if (pages.length === 0) return isSearching ? 'Searching …' : 'On no page';
  const more = isSearching ? ' so far' : '';
  return at === -1
    ? `On ${formatCount(pages.length, 'page')}${more}`
    : `${formatNumber(at + 1)} of ${formatCount(pages.length, 'page')}${more}`;
}
