import { useEffect } from 'react';
import { sendJson } from '../ui/request-json.ts';

const everyMs = 60_000;
const maxArtifacts = 200;

/** Lets the results that a visible page shows last longer. */
export function useRenewal(conversationId: string, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const renew = () => {
      const artifactIds = document.hidden ? [] : shownArtifacts();
      // A lost request does no harm: the next one follows long before anything expires.
      if (artifactIds.length > 0) {
        void sendJson('POST', `/api/conversations/${conversationId}/renew`, { artifactIds });
      }
    };
    const timer = setInterval(renew, everyMs);
    return () => clearInterval(timer);
  }, [conversationId, isOn]);
}

/** The latest first: of a long thread, those in reach of the reader, and what is open in the panel. */
const shownArtifacts = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-card^="art_"], [data-open^="art_"]')]
    .reverse()
    .slice(0, maxArtifacts)
    .map(({ dataset }) => dataset.card ?? dataset.open ?? '');
