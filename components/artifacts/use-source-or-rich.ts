import { useCallback, useState } from 'react';
import { useReading } from '../ui/use-reading.ts';
import type { RichView } from './viewer.ts';

/** Which of its two forms an artifact is shown in. Whoever asks for a line is shown the source, since lines are there. */
export function useSourceOrRich(rich: RichView | null) {
  const [chosen, setIsRich] = useState<boolean | null>(null);
  const [focus, setFocus] = useState<{ line: number } | null>(null);
  const showLine = useCallback((line: number) => {
    setIsRich(false);
    setFocus({ line });
  }, []);
  const { isSourceFirst } = useReading();
  const isRich = rich !== null && (chosen ?? (rich.isFirst && !isSourceFirst));
  return { isRich, setIsRich, focus, showLine };
}
