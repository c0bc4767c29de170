'use client';

import { lazyExtra } from '#components/ui/lazy-component.tsx';
import { useReading } from '#components/ui/use-reading.ts';

const Source = ({ source }: { source: string; isDisplay: boolean }) => (
  <code className="formula-source">{source}</code>
);
const Formula = lazyExtra(async () => (await import('./formula.tsx')).Formula, Source);

/** A formula in a text: its source until what sets it has loaded, and for readers who want no rich formatting. */
export function SetFormula(props: { source: string; isDisplay: boolean }) {
  const { isRaw } = useReading();
  return isRaw ? <Source {...props} /> : <Formula {...props} />;
}
