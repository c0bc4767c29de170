'use client';

import { usePathname } from 'next/navigation';

/** Links to signing in, and returns to the current page. */
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
