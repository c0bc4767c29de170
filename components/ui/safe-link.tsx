import type { ReactNode } from 'react';

/** A link from untrusted text: its target learns nothing about this page. */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <>{children}</>;
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  );
}
