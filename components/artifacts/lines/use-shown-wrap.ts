import { type RefObject, useLayoutEffect, useState } from 'react';
import { firstLineInSight, type LinePosition } from '../text/line-position.ts';

export interface ShownWrap {
  isWrapped: boolean;
  /** The line in view in the previous layout; `null`: no line was rendered. */
  location: LinePosition | null;
}

/**
 * Applies the wrap setting one render late. In between, the position is read from the old layout, so that the
 * top line stays in place in the new one.
 */
export function useShownWrap(isWrapped: boolean, scroller: RefObject<HTMLElement | null>): ShownWrap {
  const [shown, setShown] = useState<ShownWrap>({ isWrapped, location: null });
  useLayoutEffect(() => {
    if (shown.isWrapped === isWrapped) return;
    setShown({ isWrapped, location: scroller.current && firstLineInSight(scroller.current) });
  }, [isWrapped, shown, scroller]);
  return shown;
}
