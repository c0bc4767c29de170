import { useCallback, useEffect, useState } from 'react';
import type { LineRange } from '../../../lib/core/lines.ts';
import { useKeys } from '../../ui/use-keys.ts';
import type { PanelTarget } from '../context/panel-hash.ts';
import { isSearchField, type Search } from '../lines/use-search.ts';
import type { RichView } from '../lines/viewer.ts';
import { useViewing } from '../viewers/use-viewing.ts';
import type { Side } from './panel-sides.tsx';
import { useLineSelection } from './use-line-selection.ts';

/** How the panel looks at its artifact: the side, its form, selected lines, and where it was told to go. */
export function usePanelView(
  target: PanelTarget,
  onTarget: (target: PanelTarget | null) => void,
  { hasSeen, rich, search }: { hasSeen: boolean; rich: RichView | null; search: Search | null },
) {
  const { artifactId, lines } = target;
  const [chosenSide, setSide] = useState<Side>(() =>
    target.isBoth && hasRoomForBoth() ? 'both' : 'everything',
  );
  const side = hasSeen ? chosenSide : 'everything';
  const [isGoing, setIsGoing] = useState(false);
  const [chosenHere, setChosenHere] = useState<LineRange | null>(null);
  const viewing = useViewing(rich, search);
  const { showLine, visitSource } = viewing;

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
    if (lines && lines !== chosenHere) showLine(lines.from);
  }, [lines, chosenHere, showLine]);

  useKeys({
    Escape: () => (search?.isOpen ? viewing.closeSearch() : onTarget(null)),
    // A second press, in the field itself, is for the browser's own search.
    'Mod+f': () =>
      search !== null && side !== 'seen' && !isSearchField(document.activeElement) && viewing.openSearch(),
    w: viewing.toggleWrap,
    g: () => {
      visitSource();
      setIsGoing(true);
    },
    b: () => hasSeen && setSide(side === 'both' ? 'everything' : 'both'),
  });
  return {
    ...viewing,
    side,
    setSide,
    isGoing,
    closeGoTo: (isCancelled: boolean) => {
      setIsGoing(false);
      // Who just went on elsewhere in the source stays there.
      if (isCancelled && !search?.isOpen) viewing.comeBack();
    },
    goTo: (next: LineRange) => {
      setIsGoing(false);
      select(next);
      showLine(next.from);
    },
    onSelectLine,
    clear: () => select(null),
  };
}

/** On a phone they stand one behind the other. */
const hasRoomForBoth = () => window.matchMedia('(min-width: 640px)').matches;
