import { useEffect, useState } from 'react';
import { formatPanelHash, type PanelTarget, parseAgentHash, parsePanelHash } from '../context/panel-hash.ts';

interface Shown {
  target: PanelTarget | null;
  agentId: string | null;
  /** The sub-agent in whose thread the artifact was opened; `null`: in the conversation’s. */
  openedIn: string | null;
}

const nothing: Shown = { target: null, agentId: null, openedIn: null };

/**
 * What the panel shows, an artifact or the thread of a sub-agent, stored in the page's address so that the link leads
 * to the same. What is opened in a sub-agent's thread gives way to it again when it is closed.
 */
export function usePanelTarget() {
  'use memo';
  const [shown, setShown] = useState<Shown>(nothing);
  const [fileHash, setFileHash] = useState<string | null>(null);
  useEffect(() => {
    // A hash that links to a message leaves the panel as it is.
    const read = () => {
      const { hash } = window.location;
      if (hash.startsWith('#msg_')) return;
      setFileHash(hash.startsWith('#file:') ? hash : null);
      setShown({ ...nothing, target: parsePanelHash(hash), agentId: parseAgentHash(hash) });
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  const showAgent = (agentId: string | null) => {
    setShown({ ...nothing, agentId });
    writeHash(agentId);
  };
  const show = (target: PanelTarget | null) => {
    if (target === null && shown.openedIn !== null) return showAgent(shown.openedIn);
    setShown({ target, agentId: null, openedIn: target === null ? null : (shown.agentId ?? shown.openedIn) });
    writeHash(target && formatPanelHash(target));
  };
  return { target: shown.target, agentId: shown.agentId, fileHash, show, showAgent };
}

function writeHash(hash: string | null): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', hash === null ? pathname + search : `#${hash}`);
}
