'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { ConversationSearch as Found } from '#lib/core/api/conversation-search.ts';
import { goToMessage, messagePath } from '../chat/message-hash.ts';
import { PageLink } from '../ui/page-link.tsx';
import { readResource } from '../ui/read-resource.ts';
import type { RequestError } from '../ui/request-error.ts';
import { useReader } from '../ui/use-reader.ts';
import { useShell } from './shell-context.tsx';

const pauseMs = 250;

/** The conversations and messages that have the words of a query. */
export function SearchResults({ query, titles }: { query: string; titles: ReadonlyMap<string, string> }) {
  const { results, error } = useFound(query);
  const pathname = usePathname();
  const { isSidebarOpen, toggleSidebar } = useShell();
  if (error) {
    return (
      <p className="side-none" role="alert">
        {error}
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
              <span className="clip">{titles.get(conversationId) ?? 'Conversation'}</span>
              <small>{excerpt}</small>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Searches after a pause in typing; until then the results of the query before stay. */
function useFound(query: string): { results: Found | null; error: string | null } {
  const asked = useSettled(query, pauseMs);
  const url = asked === null ? null : `/api/conversations?${new URLSearchParams({ q: asked })}`;
  const { data, error } = useSWR<Found, RequestError>(
    url,
    (address: string) => readResource<Found>(address),
    { keepPreviousData: true },
  );
  useReader(url);
  if (error && error.failure.code !== 'aborted') return { results: null, error: error.failure.error };
  return { results: data ?? null, error: null };
}

/** The value once it has not changed for a while; `null`: not yet. */
function useSettled<T>(value: T, restMs: number): T | null {
  const [settled, setSettled] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function formatCount(titles: number, messages: number, isCut: boolean): string {
  const all = `${countOf(titles, 'title')}, ${countOf(messages, 'message')}`;
  return isCut ? `${all}, maybe more` : all;
}
