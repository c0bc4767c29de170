import { type RefObject, useLayoutEffect, useState } from 'react';
import { firstLineInSight, type LinePosition } from '../text/line-position.ts';

export interface ShownWrap {
  isWrapped: boolean;
  /** Where people were in the layout before; `null`: no line was here. */
  location: LinePosition | null;
}

/**
 * Whether lines are to be shown wrapped: what is asked for, one step later. In between the place is read from the old layout,
 * so that the line at the top stays there in the new one.
 */
export function useShownWrap(isWrapped: boolean, scroller: RefObject<HTMLElement | null>): ShownWrap {
  const [shown, setShown] = useState<ShownWrap>({ isWrapped, location: null });
  useLayoutEffect(() => {
    if (shown.isWrapped === isWrapped) return;
    setShown({ isWrapped, location: scroller.current && firstLineInSight(scroller.current) });
  }, [isWrapped, shown, scroller]);
  return shown;
}
