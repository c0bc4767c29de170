import { useEffect, useState } from 'react';
import { formatPanelHash, type PanelTarget, parsePanelHash } from '../context/panel-hash.ts';

/** What the panel shows, stored in the page's address so that the link leads to the same lines. */
export function usePanelTarget() {
  'use memo';
  const [target, setTarget] = useState<PanelTarget | null>(null);
  useEffect(() => {
    // A hash that links to a message leaves the panel as it is.
    const read = () => {
      const { hash } = window.location;
      if (!hash.startsWith('#msg_')) setTarget(parsePanelHash(hash));
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  const show = (next: PanelTarget | null) => {
    setTarget(next);
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', next ? `#${formatPanelHash(next)}` : pathname + search);
  };
  return { target, show };
}
