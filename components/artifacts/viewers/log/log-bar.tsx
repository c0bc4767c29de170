'use client';

import { FilterField } from '#components/artifacts/text/filter-field.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import { type LogLevel, logLevels } from '#lib/core/algorithms/lines/log-line.ts';

/** The controls that filter a log by text and by level. */
export function LogBar(props: {
  query: string;
  onQuery: (query: string) => void;
  levels: readonly LogLevel[];
  onLevels: (levels: readonly LogLevel[]) => void;
  /** Number of lines per level; `null`: not counted. */
  counts: Record<LogLevel, number> | null;
  /** The result, in words. */
  words: string;
}) {
  const { levels, counts } = props;
  const toggle = (level: LogLevel) =>
    props.onLevels(levels.includes(level) ? levels.filter((other) => other !== level) : [...levels, level]);
  const shown = logLevels.filter((level) => counts === null || counts[level] > 0 || levels.includes(level));
  return (
    <div className="view-bar log-bar">
      <FilterField label="Filter lines" value={props.query} onChange={props.onQuery} />
      <output className="small dim">{props.words}</output>
      {shown.length > 0 && (
        <fieldset className="log-levels" aria-label="Levels">
          {shown.map((level) => (
            <button
              key={level}
              type="button"
              aria-pressed={levels.includes(level)}
              onClick={() => toggle(level)}
            >
              <span className={`log-level ${level}`}>{level}</span>
              {counts && <span className="dim">{formatNumber(counts[level])}</span>}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
