import { useCallback, useEffect, useState } from 'react';
import type { LineRange } from '../../lib/core/lines.ts';
import { useKeys } from '../ui/use-keys.ts';
import type { PanelTarget } from './panel-hash.ts';
import type { Side } from './panel-sides.tsx';
import { useLineSelection } from './use-line-selection.ts';

/** How the panel looks at its artifact: the side, wrapping, selected lines, and where it was told to go. */
export function usePanelView(
  target: PanelTarget,
  onTarget: (target: PanelTarget | null) => void,
  hasSeen: boolean,
) {
  const { artifactId, lines } = target;
  const [chosenSide, setSide] = useState<Side>('everything');
  const side = hasSeen ? chosenSide : 'everything';
  const [isWrapped, setIsWrapped] = useState(false);
  const [isGoing, setIsGoing] = useState(false);
  const [chosenHere, setChosenHere] = useState<LineRange | null>(null);
  const [focus, setFocus] = useState<{ line: number } | null>(null);

  const select = useCallback(
    (next: LineRange | null) => {
      setChosenHere(next);
      onTarget({ artifactId, lines: next });
    },
    [artifactId, onTarget],
  );
  const onSelectLine = useLineSelection(lines, select);
  // Lines chosen by a click are in sight already; those that a link names have to be brought there.
  useEffect(() => {
    if (lines && lines !== chosenHere) setFocus({ line: lines.from });
  }, [lines, chosenHere]);

  const toggleWrap = () => setIsWrapped(!isWrapped);
  useKeys({
    Escape: () => onTarget(null),
    w: toggleWrap,
    g: () => setIsGoing(true),
    b: () => hasSeen && setSide(side === 'both' ? 'everything' : 'both'),
  });
  return {
    side,
    setSide,
    isWrapped,
    toggleWrap,
    isGoing,
    closeGoTo: () => setIsGoing(false),
    goTo: (next: LineRange) => {
      setIsGoing(false);
      select(next);
      setFocus({ line: next.from });
    },
    onSelectLine,
    clear: () => select(null),
    focus,
  };
}
