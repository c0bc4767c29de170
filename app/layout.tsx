import { datesCookie, parseDateLocale } from '@vitrine/lib/core/vocabulary/profile/date-locales.ts';
import type { Preferences } from '@vitrine/lib/core/vocabulary/profile/preferences.ts';
import { standardDateLocale } from '@vitrine/lib/core/vocabulary/profile/standard-date-locale.ts';
import { parseTheme, themeCookie } from '@vitrine/lib/core/vocabulary/profile/theme.ts';
import {
  formatReading,
  parseReading,
  readingCookie,
} from '@vitrine/lib/core/vocabulary/reading-preferences.ts';
import { getServices } from '@vitrine/lib/services.ts';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { ResourceProvider } from '../components/ui/resource-provider.tsx';
import { readIsSignedIn, readPagePreferences } from './page-session.ts';
import './styles/index.css';

export const metadata: Metadata = { title: { default: 'Vitrine', template: '%s · Vitrine' } };

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f7f6' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1112' },
  ],
};

/** Every page is dynamic: a page rendered at build time could carry no script nonce. */
export const dynamic = 'force-dynamic';

/** Whether changes are stored with an account, and whether it has something of how pages look already. */
const accountMark = (isSignedIn: boolean, chosen: Preferences | null): string | undefined =>
  isSignedIn ? (chosen?.reading ? 'reading' : '') : undefined;

/** What a member chose comes with their account; where there is none yet, and for visitors, from this browser's cookies. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const [chosen, isSignedIn] = await Promise.all([readPagePreferences(), readIsSignedIn()]);
  const theme = chosen?.theme ?? parseTheme(jar.get(themeCookie)?.value);
  const reading = formatReading(chosen?.reading ?? parseReading(jar.get(readingCookie)?.value ?? ''));
  const dates = chosen?.dates ?? parseDateLocale(jar.get(datesCookie)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      data-reading={reading || undefined}
      data-dates={dates === standardDateLocale ? undefined : dates}
      data-account={accountMark(isSignedIn, chosen)}
      data-build={getServices().config.build ?? undefined}
    >
      <body>
        <ResourceProvider>{children}</ResourceProvider>
      </body>
    </html>
  );
}
