import { X } from 'lucide-react';
import type { Problem } from '../../lib/core/problem.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { HiddenText } from './hidden-text.tsx';

/** What went wrong, first and jumpable: the name, what was said, and a link to the line that tells of it. */
export function ProblemList(props: {
  problems: readonly Problem[];
  label: string;
  /** The line of the one that people look at. */
  currentLine: number | null;
  onLine: (line: number) => void;
}) {
  return (
    <ul className="problems" aria-label={props.label}>
      {props.problems.map((problem) => (
        <ProblemRow
          key={problem.line}
          problem={problem}
          isCurrent={problem.line === props.currentLine}
          onLine={props.onLine}
        />
      ))}
    </ul>
  );
}

function ProblemRow(props: { problem: Problem; isCurrent: boolean; onLine: (line: number) => void }) {
  const { line, name, message, place } = props.problem;
  const at = `L${formatNumber(line)}`;
  return (
    <li aria-current={props.isCurrent || undefined}>
      <Icon of={X} isSmall />
      <span className="clip" title={name}>
        <HiddenText text={name} />
      </span>
      <button
        type="button"
        className="where clip"
        title={place === null ? `Line ${line}` : `${place}, in line ${line} of the output`}
        aria-label={`${name}: go to line ${line}`}
        onClick={() => props.onLine(line)}
      >
        {place === null ? at : fileOf(place)}
      </button>
      <span className="told clip" title={message ?? undefined}>
        {message !== null && <HiddenText text={message} />}
        {message === null && place !== null && <span className="dim">see {at}</span>}
      </span>
    </li>
  );
}

/** The name of the file and its line; the whole place is told on the way. */
const fileOf = (place: string): string => place.slice(place.lastIndexOf('/') + 1);
