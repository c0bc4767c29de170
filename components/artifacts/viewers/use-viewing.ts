import { useState } from 'react';
import { useReading } from '#components/ui/use-reading.ts';
import type { Search } from '../lines/use-search.ts';
import { useSourceOrRich } from './use-source-or-rich.ts';
import type { RichView } from './viewer.ts';

/**
 * The view state of an artifact in the panel and on a share's page: source or rich, wrapped or not, search.
 */
export function useViewing(rich: RichView | null, search: Search | null) {
  const { setIsRich, ...form } = useSourceOrRich(rich);
  const [chosenWrap, setIsWrapped] = useState<boolean | null>(null);
  const reading = useReading();
  const isWrapped = chosenWrap ?? reading.isWrapped;
  // Hits are highlighted in the source.
  const openSearch = () => {
    form.visitSource();
    search?.open();
  };
  const closeSearch = () => {
    search?.close();
    form.comeBack();
  };
  return {
    ...form,
    setIsRich: (isRichWanted: boolean) => {
      if (isRichWanted) search?.close();
      setIsRich(isRichWanted);
    },
    isWrapped,
    toggleWrap: () => setIsWrapped(!isWrapped),
    openSearch,
    closeSearch,
    toggleSearch: () => (search?.isOpen ? closeSearch() : openSearch()),
  };
}
