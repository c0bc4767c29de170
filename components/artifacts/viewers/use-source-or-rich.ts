import { useCallback, useRef, useState } from 'react';
import { useReading } from '../../ui/use-reading.ts';
import type { RichView } from '../lines/viewer.ts';

/** Which of its two forms an artifact is shown in. Whoever asks for a line is shown the source, since lines are there. */
export function useSourceOrRich(rich: RichView | null) {
  const [chosen, setIsRich] = useState<boolean | null>(null);
  const [focus, setFocus] = useState<{ line: number } | null>(null);
  const isAway = useRef(false);
  const showLine = useCallback((line: number) => {
    isAway.current = false;
    setIsRich(false);
    setFocus({ line });
  }, []);
  const { isSourceFirst } = useReading();
  const isRich = rich !== null && (chosen ?? (rich.isFirst && !isSourceFirst));
  return {
    isRich,
    setIsRich: (isRichWanted: boolean) => {
      isAway.current = false;
      setIsRich(isRichWanted);
    },
    focus,
    showLine,
    /** The source for a while: what is searched and where lines are gone to. */
    visitSource() {
      isAway.current ||= isRich && rich.isOfLines !== true;
      setIsRich(false);
    },
    /** Whence it was come, unless something else was chosen since. */
    comeBack() {
      if (isAway.current) setIsRich(true);
      isAway.current = false;
    },
  };
}
