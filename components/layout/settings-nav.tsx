'use client';

import { ArrowLeft, Keyboard, LogOut, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { signOut } from '../team/sign-out.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { lastPath } from './last-path.ts';
import type { SessionInfo } from './session-info.ts';
import { type SettingsLink, settingsGroups } from './settings-links.ts';
import { useShell } from './shell-context.tsx';

const subscribeToHash = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};
const readHash = () => window.location.hash;
const readNoHash = () => '';

/** Links to all settings, shown instead of the conversations. */
export function SettingsNav({ session }: { session: SessionInfo }) {
  const { isSidebarOpen, toggleSidebar, showKeys } = useShell();
  const pathname = usePathname();
  const hash = useSyncExternalStore(subscribeToHash, readHash, readNoHash);
  const back = useHydrated() ? lastPath() : '/';
  return (
    <nav className={isSidebarOpen ? 'side is-open' : 'side'} aria-label="Settings">
      <div className="brand settings-head">
        <PageLink className="icon-btn" href={back} aria-label="Back to conversations" title="Back">
          <Icon of={ArrowLeft} />
        </PageLink>
        <span>Settings</span>
        {isSidebarOpen && <IconButton icon={X} label="Close" onClick={toggleSidebar} />}
      </div>
      <div className="scroll">
        {settingsGroups(session).map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.title}>
                  <SettingsRow link={link} pathname={pathname} hash={hash} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <ul className="bottom">
        <li className="wide-only">
          <button type="button" className="row" aria-haspopup="dialog" onClick={showKeys}>
            <Icon of={Keyboard} isSmall />
            Keyboard shortcuts
            <kbd className="q">?</kbd>
          </button>
        </li>
        {session.isTeam && (
          <li>
            <SignOutRow name={session.member.name} />
          </li>
        )}
      </ul>
    </nav>
  );
}

function SettingsRow({ link, pathname, hash }: { link: SettingsLink; pathname: string; hash: string }) {
  const { title, path, fragment } = link;
  const isHere = pathname === path;
  // Without a fragment, the first part of a page is the current one.
  const isPart = isHere && (hash === '' ? link.isFirst : hash === `#${fragment ?? ''}`);
  // A page below it, such as that of one workspace.
  const isCurrent = isPart || (fragment === null && pathname.startsWith(`${path}/`));
  const props = {
    className: 'row',
    href: fragment === null ? path : `${path}#${fragment}`,
    ...(isCurrent ? { 'aria-current': 'page' as const } : {}),
  };
  // Within a page the browser itself goes to a part, and says so.
  return isHere ? <a {...props}>{title}</a> : <PageLink {...props}>{title}</PageLink>;
}

function SignOutRow({ name }: { name: string }) {
  const [error, setError] = useState<string | null>(null);
  const leave = async () => {
    const failure = await signOut();
    if (failure === null) window.location.assign('/sign-in');
    else setError(failure);
  };
  return (
    <>
      <button type="button" className="row" title={`Signed in as ${name}`} onClick={() => void leave()}>
        <Icon of={LogOut} isSmall />
        Sign out
      </button>
      {error && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
