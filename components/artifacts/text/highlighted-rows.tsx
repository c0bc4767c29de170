import { memo } from 'react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { useReading } from '#components/ui/use-reading.ts';
import { plainSegments } from './code-segments.ts';
import type { ColouredRowsProps } from './coloured-rows.tsx';

interface HighlightedRowsProps extends Omit<ColouredRowsProps, 'language'> {
  /** A Prism language from prism-language.ts; `null`: plain. */
  language: string | null;
}

const PlainRows = ({ lines, renderLine }: Pick<HighlightedRowsProps, 'lines' | 'renderLine'>) =>
  lines.map((line, index) => renderLine(plainSegments(line), index));

const ColouredRows = lazyComponent(async () => (await import('./coloured-rows.tsx')).ColouredRows, PlainRows);

export const preloadColours = ColouredRows.preload;

/** Lines in the colours of their language, as soon as the highlighter has loaded. */
export const HighlightedRows = memo(function HighlightedRows(props: HighlightedRowsProps) {
  const { isPlain } = useReading();
  const { language } = props;
  return language === null || isPlain ? (
    <PlainRows {...props} />
  ) : (
    <ColouredRows {...props} language={language} />
  );
});
