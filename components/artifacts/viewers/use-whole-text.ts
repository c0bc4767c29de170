import { useEffect, useRef, useState } from 'react';
import { fetchWhole } from '../api/artifact-api.ts';
import { inSlices } from '../api/in-slices.ts';

type WholeTextState<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T }
  /** `code`: the server's, `network`, or `unreadable`: it arrived, but needs more memory than there is. */
  | { status: 'failed'; code: string };

const loading = { status: 'loading' } as const;

/**
 * Fetches a whole text and reads it in slices. Only for texts within `limits.dataViewBytes`.
 * @param read must not change between renders
 */
export function useWholeText<T>(
  baseUrl: string,
  read: (text: string) => Generator<void, T>,
): { state: WholeTextState<T>; retry: () => void } {
  'use memo';
  const [state, setState] = useState<WholeTextState<T>>(loading);
  const [attempt, setAttempt] = useState(0);
  const loaded = useRef<{ baseUrl: string; read: typeof read; attempt: number } | null>(null);
  useEffect(() => {
    const known = loaded.current;
    // A view that was hidden for a while still has its result.
    if (known?.baseUrl === baseUrl && known.read === read && known.attempt === attempt) return;
    const { signal, abort } = abortable();
    void load(baseUrl, read, signal).then((next) => {
      if (next === null || signal.aborted) return;
      loaded.current = next.status === 'ready' ? { baseUrl, read, attempt } : null;
      setState(next);
    });
    return abort;
  }, [baseUrl, read, attempt]);

  const retry = () => {
    setState(loading);
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function load<T>(
  baseUrl: string,
  read: (text: string) => Generator<void, T>,
  signal: AbortSignal,
): Promise<WholeTextState<T> | null> {
  const text = await fetchWhole(baseUrl, signal);
  if (!text.ok) return { status: 'failed', code: text.code };
  try {
    const value = await inSlices(read(text.value), signal);
    return value === null ? null : { status: 'ready', value };
  } catch {
    // The source needs little memory and keeps working.
    return { status: 'failed', code: 'unreadable' };
  }
}
