'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const retainedMs = 60_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // What is shown again is read again; meanwhile the last answer is shown.
        staleTime: 0,
        gcTime: retainedMs,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The browser's idea of being online says nothing about a server on this machine.
        networkMode: 'always',
      },
    },
  });

/** The page's cache of JSON answers: `useResource` reads through it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
