import { useEffect, useState } from 'react';
import { useKeys } from '#components/ui/use-keys.ts';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { PanelTarget } from '../context/panel-hash.ts';
import { isSearchField, type Search } from '../lines/use-search.ts';
import { useViewing } from '../viewers/use-viewing.ts';
import type { RichView } from '../viewers/viewer.ts';
import type { ShownView } from './panel-views.tsx';
import { useLineSelection } from './use-line-selection.ts';

/** The panel's state: which view is shown, its form, the selected lines, and where to scroll. */
export function usePanelView(
  target: PanelTarget,
  onTarget: (target: PanelTarget | null) => void,
  { hasSeen, rich, search }: { hasSeen: boolean; rich: RichView | null; search: Search | null },
) {
  'use memo';
  const { artifactId, lines } = target;
  const [chosenView, setShownView] = useState<ShownView>(() =>
    target.isBoth && hasRoomForBoth() ? 'both' : 'everything',
  );
  const shownView = hasSeen ? chosenView : 'everything';
  const [isGoing, setIsGoing] = useState(false);
  const [chosenHere, setChosenHere] = useState<LineRange | null>(null);
  const viewing = useViewing(rich, search);
  const { showLine, visitSource } = viewing;

  const select = (next: LineRange | null) => {
    setChosenHere(next);
    onTarget({ artifactId, lines: next });
  };
  const onSelectLine = useLineSelection(lines, select);
  // Lines selected by a click are already visible; lines from a link have to be scrolled to.
  useEffect(() => {
    if (lines && lines !== chosenHere) showLine(lines.from);
  }, [lines, chosenHere, showLine]);

  useKeys({
    Escape: () => (search?.isOpen ? viewing.closeSearch() : onTarget(null)),
    // A second press, within the field, opens the browser's own search.
    'Mod+f': () =>
      search !== null &&
      shownView !== 'seen' &&
      !isSearchField(document.activeElement) &&
      viewing.openSearch(),
    w: viewing.toggleWrap,
    g: () => {
      visitSource();
      setIsGoing(true);
    },
    b: () => hasSeen && setShownView(shownView === 'both' ? 'everything' : 'both'),
  });
  return {
    ...viewing,
    shownView,
    setShownView,
    isGoing,
    closeGoTo: (isCancelled: boolean) => {
      setIsGoing(false);
      // A reader who just moved on within the source stays there.
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

/** On a phone the two views are not shown next to each other. */
const hasRoomForBoth = () => window.matchMedia('(min-width: 640px)').matches;

export type PanelView = ReturnType<typeof usePanelView>;
