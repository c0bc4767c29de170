import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type RequestFailure, sendJson } from '#components/ui/request-json.ts';
import type { OpenedShare } from '#lib/core/vocabulary/share.ts';
import { whenShown } from '../api/when-shown.ts';

/**
 * Counts one view of a share once a person sees its page.
 * @param initial the content that came with the page; `null`: it is returned when the view is counted
 */
export function useShareView(token: string, initial: OpenedShare | null) {
  'use memo';
  const [opened, setOpened] = useState(initial);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const isCounted = useRef(false);
  const count = async () => {
    setFailure(null);
    const result = await sendJson<OpenedShare>('POST', `/api/shares/${token}/views`);
    if (!result.ok) setFailure(result);
    else setOpened((shown) => shown ?? result.value);
  };
  const countOnce = useEffectEvent(() => {
    if (isCounted.current) return;
    isCounted.current = true;
    void count();
  });
  useEffect(() => {
    whenShown(document, () => countOnce());
  }, []);
  return { opened, failure, retry: () => void count() };
}
