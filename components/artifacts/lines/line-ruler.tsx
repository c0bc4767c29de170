import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

const lineHeight = 20;
const padding = 8;
/** Divisions of the ruler's height; hits in the same division share a mark. */
const steps = 500;

/** The rail along a scroller's right edge: where hits and selected lines are in the whole text. */
export function LineRuler(props: {
  /** Lines of the hits, ascending. */
  hitLines: readonly number[];
  selection: LineRange | null;
  firstLine: number;
  lineCount: number;
}) {
  const { hitLines, selection, firstLine, lineCount } = props;
  if (hitLines.length === 0) return null;
  const part = (line: number) => Math.min(1, Math.max(0, (line - firstLine) / lineCount));
  const positions = new Set(hitLines.map((line) => Math.round(part(line) * steps)));
  return (
    <div className="ruler" aria-hidden="true">
      <div style={{ height: `min(100%, ${lineCount * lineHeight + 2 * padding}px)` }}>
        {selection && (
          <s
            style={{
              top: `${part(selection.from) * 100}%`,
              height: `${(part(selection.to + 1) - part(selection.from)) * 100}%`,
            }}
          />
        )}
        <svg viewBox={`0 0 6 ${steps}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={[...positions].map((index) => `M0 ${index}h6`).join('')} />
        </svg>
      </div>
    </div>
  );
}
