'use client';

import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import useSWR from 'swr';
import type { ConversationSearch as Found } from '#lib/core/api/conversation-search.ts';
import { limits } from '#lib/core/limits.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import { goToMessage, messagePath } from '../chat/message-hash.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { RequestError } from '../ui/request-error.ts';
import { readResource } from '../ui/use-resource.ts';
import { useShell } from './shell-context.tsx';

const pauseMs = 250;

/** A search field over the list; its results replace the list. */
export function ConversationSearchField(props: { conversations: ListedConversation[]; children: ReactNode }) {
  const [text, setText] = useState('');
  const query = text.trim();
  const { results, error } = useFound(query);
  const titles = new Map(props.conversations.map(({ id, title }) => [id, title]));
  return (
    <>
      <label className="field side-search">
        <Icon of={Search} isSmall />
        <input
          aria-label="Search conversations"
          placeholder="Search"
          value={text}
          maxLength={limits.conversationQueryCharacters}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.stopPropagation();
            setText('');
          }}
        />
      </label>
      {query === '' ? props.children : <Results results={results} error={error} titles={titles} />}
    </>
  );
}

/** Searches after a pause in typing; until then the results of the query before stay. */
function useFound(query: string): { results: Found | null; error: string | null } {
  const asked = useSettled(query, pauseMs);
  const url = `/api/conversations?${new URLSearchParams({ q: asked })}`;
  const isWanted = asked !== '' && query !== '';
  const { data, error } = useSWR<Found, RequestError>(
    isWanted ? url : null,
    (address: string) => readResource<Found>(address),
    { keepPreviousData: isWanted },
  );
  return error
    ? { results: null, error: error.failure.error }
    : { results: asked === '' ? null : (data ?? null), error: null };
}

/** The value once it has not changed for a while. */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}

function Results(props: {
  /** `null`: not loaded yet. */
  results: Found | null;
  error: string | null;
  titles: ReadonlyMap<string, string>;
}) {
  const { results } = props;
  const pathname = usePathname();
  const { isSidebarOpen, toggleSidebar } = useShell();
  if (props.error) {
    return (
      <p className="side-none" role="alert">
        {props.error}
      </p>
    );
  }
  if (!results) return <p className="side-none">Searching…</p>;
  const { conversations, hits, isCut } = results;
  return (
    <>
      <p className="side-none" role="status">
        {formatCount(conversations.length, hits.length, isCut)}
      </p>
      <ul>
        {conversations.map(({ id, title }) => (
          <li key={id}>
            <PageLink className="row" href={`/c/${id}`}>
              <span className="clip">{title}</span>
            </PageLink>
          </li>
        ))}
        {hits.map(({ conversationId, messageId, excerpt }) => (
          <li key={messageId}>
            <PageLink
              className="row hit"
              href={messagePath(conversationId, messageId)}
              onNavigate={(event) => {
                if (pathname !== `/c/${conversationId}`) return;
                event.preventDefault();
                if (isSidebarOpen) toggleSidebar();
                goToMessage(messageId);
              }}
            >
              <span className="clip">{props.titles.get(conversationId) ?? 'Conversation'}</span>
              <small>{excerpt}</small>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function formatCount(titles: number, messages: number, isCut: boolean): string {
  const all = `${countOf(titles, 'title')}, ${countOf(messages, 'message')}`;
  return isCut ? `${all}, maybe more` : all;
}
