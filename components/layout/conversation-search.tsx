'use client';

import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-component.tsx';

const SearchResults = lazyPart(
  async () => (await import('./search-results.tsx')).SearchResults,
  () => <p className="side-none">Searching…</p>,
);

/** A search field over the list; its results replace the list. */
export function ConversationSearchField(props: { conversations: ListedConversation[]; children: ReactNode }) {
  const [text, setText] = useState('');
  const query = text.trim();
  const titles = new Map(props.conversations.map(({ id, title }) => [id, title]));
  return (
    <>
      <label className="field side-search">
        <Icon of={Search} isSmall />
        <input
          aria-label="Search conversations"
          placeholder="Search"
          value={text}
          maxLength={pageLimits.conversationQueryCharacters}
          spellCheck={false}
          autoComplete="off"
          onFocus={SearchResults.preload}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.stopPropagation();
            setText('');
          }}
        />
      </label>
      {query === '' ? props.children : <SearchResults query={query} titles={titles} />}
    </>
  );
}
