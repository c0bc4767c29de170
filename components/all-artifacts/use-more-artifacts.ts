import { useEffect, useRef, useState } from 'react';
import type { ArtifactEntry, ArtifactList } from '#lib/core/api/artifact-list.ts';
import { requestJson } from '../ui/request-json.ts';
import { type ArtifactChoice, filterParameters } from './artifact-choice.ts';

/** The artifacts of the first page, and of more as the end of the list comes in sight. */
export function useMoreArtifacts(choice: ArtifactChoice, first: ArtifactList) {
  const [artifacts, setArtifacts] = useState(first.artifacts);
  const [next, setNext] = useState(first.next);
  const [error, setError] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const reading = useRef(false);

  const readMore = async () => {
    if (next === null || reading.current) return;
    reading.current = true;
    setError(null);
    const parameters = filterParameters(choice);
    parameters.set('before', next);
    const result = await requestJson<ArtifactList>(`/api/artifacts?${parameters}`);
    reading.current = false;
    if (!result.ok) return setError(result.error);
    setArtifacts((known) => {
      // What came meanwhile may have moved a row to another page.
      const ids = new Set(known.map(({ artifactId }) => artifactId));
      return [...known, ...result.value.artifacts.filter(({ artifactId }) => !ids.has(artifactId))];
    });
    setNext(result.value.next);
  };
  const latest = useRef(readMore);
  useEffect(() => {
    latest.current = readMore;
  });
  useEffect(() => {
    if (next === null || error !== null || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void latest.current();
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [next, error]);

  const change = (artifactId: string, changed: Partial<ArtifactEntry>) =>
    setArtifacts((known) =>
      known.map((one) => (one.artifactId === artifactId ? { ...one, ...changed } : one)),
    );
  return { artifacts, hasMore: next !== null, error, end, readMore, change };
}
