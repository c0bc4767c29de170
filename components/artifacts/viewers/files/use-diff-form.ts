import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { setReading, useReading } from '../../../ui/use-reading.ts';

const narrow = '(max-width: 639px)';

/** How changes are laid out, as the reader chose last. There is no room for two sides on a phone. */
export function useDiffForm() {
  const reading = useReading();
  const canSplit = !useMediaQuery(narrow);
  const choose = (isSplit: boolean) => setReading({ ...reading, isSplit });
  return { isSplit: canSplit && reading.isSplit, choose, canSplit };
}
