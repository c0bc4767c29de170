import { useCallback, useEffect, useState } from 'react';
import { type RequestResult, requestJson } from '#components/ui/request-json.ts';
import type { DiffSection, MatchesSection, Sections } from '#lib/core/algorithms/lines/file-section.ts';

/** Where the files of a diff or a search begin, as far as known. */
interface KnownSections<T extends DiffSection | MatchesSection> {
  /** `null`: nothing is known yet. */
  value: Sections<T> | null;
  /** The last request failed; what was known before is kept. */
  hasFailed: boolean;
}

/** Merges another response into what is known. */
export const takeSections = <T extends DiffSection | MatchesSection>(
  before: KnownSections<T>,
  result: RequestResult<Sections<T>>,
): KnownSections<T> =>
  result.ok ? { value: result.value, hasFailed: false } : { ...before, hasFailed: true };

/**
 * Requests where the files begin.
 * @param lineCount requests again when it grows
 */
export function useSections<T extends DiffSection | MatchesSection>(
  baseUrl: string,
  lineCount: number | null,
) {
  const [known, setKnown] = useState<KnownSections<T>>({ value: null, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests again when lines are added and on a retry
  useEffect(() => {
    const controller = new AbortController();
    void requestJson<Sections<T>>(`${baseUrl}/files`, { signal: controller.signal }).then((result) => {
      if (!controller.signal.aborted) setKnown((before) => takeSections(before, result));
    });
    return () => controller.abort();
  }, [baseUrl, lineCount, attempt]);
  const retry = useCallback(() => {
    setKnown((before) => ({ ...before, hasFailed: false }));
    setAttempt((count) => count + 1);
  }, []);
  return { ...known, retry };
}
