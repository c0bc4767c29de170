import { useEffect, useState } from 'react';

type CopyOutcome = 'idle' | 'copied' | 'failed';

const shownMs = 2_000;

/** Puts text on the clipboard, and says for two seconds how that went. */
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
      // The clipboard is refused without a secure origin or permission; the label says so.
      setOutcome('failed');
    }
  };
  /** What the button says: how it went, else its label. */
  const words = (label: string) =>
    outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Couldn’t copy' : label;
  return { outcome, copy, words };
}
