import { useEffect, useState } from 'react';
import type { Comparison } from '../../../../lib/core/comparison.ts';
import type { RequestResult } from '../../../ui/request-json.ts';
import { fetchComparison } from '../../api/artifact-api.ts';

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
