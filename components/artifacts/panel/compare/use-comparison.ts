import { useEffect, useState } from 'react';
import { fetchComparison } from '#components/artifacts/api/artifact-api.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { Comparison } from '#lib/core/api/comparison.ts';

/** The changes between two results; `null` while the server compares them. */
export function useComparison(artifactId: string, otherId: string): RequestResult<Comparison> | null {
  const pair = `${artifactId} ${otherId}`;
  const [current, setCurrent] = useState<{ pair: string; result: RequestResult<Comparison> } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void fetchComparison(artifactId, otherId, controller.signal).then((result) => {
      if (!controller.signal.aborted) setCurrent({ pair: `${artifactId} ${otherId}`, result });
    });
    return () => controller.abort();
  }, [artifactId, otherId]);
  return current?.pair === pair ? current.result : null;
}
