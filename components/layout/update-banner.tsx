'use client';

import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { browserEventHub } from '../chat/browser-event-hub.ts';
import { Icon } from '../ui/icon.tsx';

/** Shown while the server has another version than this page. Drafts outlive the reload that it offers. */
export function UpdateBanner() {
  'use memo';
  const [isOther, setIsOther] = useState(false);
  useEffect(() => {
    const { build: own } = document.documentElement.dataset;
    return browserEventHub().followBuild((build) => setIsOther(own !== undefined && build !== own));
  }, []);
  if (!isOther) return null;
  return (
    <div className="banner is-news" role="status">
      <Icon of={RefreshCw} isSmall />
      <span>
        This page is of another version of Vitrine than its server. Reload the page: drafts are kept.
      </span>
      <button type="button" className="btn slim" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
