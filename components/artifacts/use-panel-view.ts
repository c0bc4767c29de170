import { useCallback, useEffect, useState } from 'react';
import type { LineRange } from '../../lib/core/lines.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useReading } from '../ui/use-reading.ts';
import type { PanelTarget } from './panel-hash.ts';
import type { Side } from './panel-sides.tsx';
import { useLineSelection } from './use-line-selection.ts';
import { isSearchField, type Search } from './use-search.ts';
import { useSourceOrRich } from './use-source-or-rich.ts';
import type { RichView } from './viewer.ts';

/** How the panel looks at its artifact: the side, wrapping, selected lines, and where it was told to go. */
export function usePanelView(
  target: PanelTarget,
  onTarget: (target: PanelTarget | null) => void,
  { hasSeen, rich, search }: { hasSeen: boolean; rich: RichView | null; search: Search | null },
) {
  const { artifactId, lines } = target;
  const [chosenSide, setSide] = useState<Side>('everything');
  const side = hasSeen ? chosenSide : 'everything';
  const [chosenWrap, setIsWrapped] = useState<boolean | null>(null);
  const reading = useReading();
  const isWrapped = chosenWrap ?? reading.isWrapped;
  const [isGoing, setIsGoing] = useState(false);
  const [chosenHere, setChosenHere] = useState<LineRange | null>(null);
  const { isRich, setIsRich, focus, showLine, visitSource, comeBack } = useSourceOrRich(rich);

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

  const toggleWrap = () => setIsWrapped(!isWrapped);
  // Hits are marked in the source.
  const openSearch = () => {
    visitSource();
    search?.open();
  };
  const closeSearch = () => {
    search?.close();
    comeBack();
  };
  useKeys({
    Escape: () => (search?.isOpen ? closeSearch() : onTarget(null)),
    // A second press, in the field itself, is for the browser's own search.
    'Mod+f': () =>
      search !== null && side !== 'seen' && !isSearchField(document.activeElement) && openSearch(),
    w: toggleWrap,
    g: () => {
      visitSource();
      setIsGoing(true);
    },
    b: () => hasSeen && setSide(side === 'both' ? 'everything' : 'both'),
  });
  return {
    side,
    setSide,
    isRich,
    setIsRich: (isRichWanted: boolean) => {
      if (isRichWanted) search?.close();
      setIsRich(isRichWanted);
    },
    toggleSearch: () => (search?.isOpen ? closeSearch() : openSearch()),
    isWrapped,
    toggleWrap,
    isGoing,
    closeGoTo: (isCancelled: boolean) => {
      setIsGoing(false);
      // Who just went on elsewhere in the source stays there.
      if (isCancelled && !search?.isOpen) comeBack();
    },
    goTo: (next: LineRange) => {
      setIsGoing(false);
      select(next);
      showLine(next.from);
    },
    onSelectLine,
    clear: () => select(null),
    focus,
    showLine,
  };
}
