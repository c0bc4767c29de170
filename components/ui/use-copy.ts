import { useEffect, useState } from 'react';

type CopyOutcome = 'idle' | 'copied' | 'failed';

const shownMs = 2_000;

/** Copies text to the clipboard, and shows the outcome for two seconds. */
export function useCopy() {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (read: () => string | Promise<string | null>) => {
    try {
      const text = await read();
      if (text === null) return setOutcome('failed');
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The clipboard needs a secure origin and permission; the label reports the failure.
      setOutcome('failed');
    }
  };
  /** The button's text: the outcome, or its label. */
  const words = (label: string) =>
    outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Couldn’t copy' : label;
  return { outcome, copy, words };
}
