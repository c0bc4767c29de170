import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import './styles/index.css';

export const metadata: Metadata = { title: { default: 'Vitrine', template: '%s · Vitrine' } };

/** Every page is dynamic: a page rendered at build time could carry no script nonce. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = (await cookies()).get('vt_theme')?.value;
  return (
    <html lang="en" data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}>
      <body>{children}</body>
    </html>
  );
}
