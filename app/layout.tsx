import {
  formatReading,
  parseReading,
  readingCookie,
} from '@vitrine/lib/core/vocabulary/reading-preferences.ts';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { ResourceProvider } from '../components/ui/resource-provider.tsx';
import './styles/index.css';

export const metadata: Metadata = { title: { default: 'Vitrine', template: '%s · Vitrine' } };

/** Every page is dynamic: a page rendered at build time could carry no script nonce. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const theme = jar.get('vt_theme')?.value;
  const reading = formatReading(parseReading(jar.get(readingCookie)?.value ?? ''));
  return (
    <html
      lang="en"
      data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
      data-reading={reading || undefined}
    >
      <body>
        <ResourceProvider>{children}</ResourceProvider>
      </body>
    </html>
  );
}
