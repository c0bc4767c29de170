'use client';

import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';

export const resourceOptions: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  // Components that are shown at the same moment share a request; what is shown again later is read again.
  dedupingInterval: 100,
  focusThrottleInterval: 0,
};

/** How the page reads JSON answers with `useResource`. */
export const ResourceProvider = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={resourceOptions}>{children}</SWRConfig>
);
