'use client';

import { usePathname } from 'next/navigation';

/** Leads to signing in, and back to the page it stands on. */
export function SignInLink() {
  const next = usePathname();
  return (
    <p className="dim small">
      <a className="link" href={`/sign-in?${new URLSearchParams({ next })}`}>
        Sign in
      </a>
    </p>
  );
}
