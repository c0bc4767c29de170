import { useRef, useState } from 'react';
import { useReading } from '#components/ui/use-reading.ts';
import type { RichView } from './viewer.ts';

/** Which form of an artifact is shown. Going to a line shows the source, since only it has lines. */
export function useSourceOrRich(rich: RichView | null) {
  'use memo';
  const [chosen, setIsRich] = useState<boolean | null>(null);
  const [focus, setFocus] = useState<{ line: number } | null>(null);
  const isAway = useRef(false);
  const showLine = (line: number) => {
    isAway.current = false;
    setIsRich(false);
    setFocus({ line });
  };
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
    /** Shows the source temporarily, for a search or to go to a line. */
    visitSource() {
      if (isRich && rich.isOfLines !== true) isAway.current = true;
      setIsRich(false);
    },
    /** Returns to the previous form, unless the reader chose another since. */
    comeBack() {
      if (isAway.current) setIsRich(true);
      isAway.current = false;
    },
  };
}
