import { useEffect, useState } from 'react';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { ShareSecrets } from '#lib/core/vocabulary/share.ts';
import { fetchSecrets } from '../api/artifact-api.ts';

export type CheckedSecrets = ShareSecrets | 'checking' | 'failed';

/** Possible secrets in what is to be shared; checked again when that changes. */
export function useShareSecrets(artifactId: string, lines: LineRange | null): CheckedSecrets {
  const [secrets, setSecrets] = useState<CheckedSecrets>('checking');
  const from = lines?.from ?? null;
  const to = lines?.to ?? null;
  useEffect(() => {
    const { signal, abort } = abortable();
    setSecrets('checking');
    const range = from === null || to === null ? null : { from, to };
    void fetchSecrets(artifactId, range, signal).then((result) => {
      if (!signal.aborted) setSecrets(result.ok ? result.value : 'failed');
    });
    return abort;
  }, [artifactId, from, to]);
  return secrets;
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
