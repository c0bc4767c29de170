import { X } from 'lucide-react';
import type { Problem } from '../../../lib/core/problem.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { HiddenText } from '../text/hidden-text.tsx';
import { fileLocation } from './file-location.ts';

/** What went wrong, first and jumpable: the name, which leads to the line of the output, what was said, and a link to the file. */
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
  const { openFile } = useArtifactPanel();
  const at = `L${formatNumber(line)}`;
  const location = place === null ? null : fileLocation(place);
  const toLine = () => props.onLine(line);
  // A program may name what is no file of the workspace: then its output says the most.
  const toFile = async () => {
    if (location === null || !(await openFile(location.path, location.line))) toLine();
  };
  return (
    <li aria-current={props.isCurrent || undefined}>
      <Icon of={X} isSmall />
      <button
        type="button"
        className="problem-name clip"
        title={name}
        aria-label={`${name}: go to line ${line}`}
        onClick={toLine}
      >
        <HiddenText text={name} />
      </button>
      {place === null ? (
        <button type="button" className="where clip" title={`Line ${line}`} onClick={toLine}>
          {at}
        </button>
      ) : (
        <button
          type="button"
          className="where clip"
          title={place}
          aria-label={`Open ${place}`}
          onClick={() => void toFile()}
        >
          {fileOf(place)}
        </button>
      )}
      <span className="told clip" title={message ?? undefined}>
        {message !== null && <HiddenText text={message} />}
        {message === null && place !== null && <span className="dim">see {at}</span>}
      </span>
    </li>
  );
}

/** The name of the file and its line; the whole place is told on the way. */
const fileOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1);
