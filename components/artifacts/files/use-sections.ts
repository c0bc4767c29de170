import { useCallback, useEffect, useState } from 'react';
import type { DiffSection, MatchesSection, Sections } from '../../../lib/core/file-section.ts';
import { type RequestResult, requestJson } from '../../ui/request-json.ts';

/**
 * Where the files of a diff or of a search begin in it; `null` while that is on its way.
 * @param lineCount asked again when there are more
 */
export function useSections<T extends DiffSection | MatchesSection>(
  baseUrl: string,
  lineCount: number | null,
) {
  const [answer, setAnswer] = useState<RequestResult<Sections<T>> | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for more lines, and when somebody tries again
  useEffect(() => {
    const controller = new AbortController();
    void requestJson<Sections<T>>(`${baseUrl}/files`, { signal: controller.signal }).then((result) => {
      if (!controller.signal.aborted) setAnswer(result);
    });
    return () => controller.abort();
  }, [baseUrl, lineCount, attempt]);
  const retry = useCallback(() => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  }, []);
  return { answer, retry };
}
