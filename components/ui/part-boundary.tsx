'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Icon } from './icon.tsx';

/** A part of the page that, if it cannot be shown, says so and can be tried again. */
export const PartBoundary = ({
  popup,
  children,
}: {
  /** For a popup: the sentence lies over the page while it would be open. */
  popup?: { isOpen: boolean };
  children: ReactNode;
}) => (
  <ErrorBoundary
    fallback={(retry) =>
      popup?.isOpen !== false && (
        <div className={popup ? 'note bad floating-fault' : 'note bad'} role="alert">
          <Icon of={CircleAlert} isSmall />
          <span className="grow">This part of the page could not be shown.</span>
          <button type="button" className="btn is-small" onClick={retry}>
            Try again
          </button>
        </div>
      )
    }
  >
    {children}
  </ErrorBoundary>
);
