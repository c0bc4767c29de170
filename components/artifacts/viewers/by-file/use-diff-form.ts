import { useMediaQuery } from '#components/ui/use-media-query.ts';
import { setReading, useReading } from '#components/ui/use-reading.ts';

const narrow = '(max-width: 639px)';

/** The reader's last choice of layout for changes. A phone has no room for two columns. */
export function useDiffForm() {
  const reading = useReading();
  const canSplit = !useMediaQuery(narrow);
  const choose = (isSplit: boolean) => void setReading({ isSplit });
  return { isSplit: canSplit && reading.isSplit, choose, canSplit };
}
