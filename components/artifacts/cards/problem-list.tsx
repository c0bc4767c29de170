import { X } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { Problem } from '#lib/core/vocabulary/problem.ts';
import { HiddenText } from '../text/hidden-text.tsx';
import { useOpenFile } from '../text/open-file-context.ts';
import { fileLocation } from './file-location.ts';

/**
 * Lists problems with links: the name leads to the output's line; the message and a link to the file follow.
 */
export function ProblemList(props: {
  problems: readonly Problem[];
  label: string;
  /** The line of the current problem. */
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
  const { line, name, message, location: named } = props.problem;
  const openFile = useOpenFile();
  const at = `L${formatNumber(line)}`;
  const location = named === null ? null : fileLocation(named);
  const toLine = () => props.onLine(line);
  // Programs may name files outside the workspace: then the output is the best place to look.
  const toFile = async () => {
    if (!location || !openFile || (await openFile(location.path, location.line)) !== null) toLine();
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
      {named === null ? (
        <button type="button" className="where clip" title={`Line ${line}`} onClick={toLine}>
          {at}
        </button>
      ) : (
        <button
          type="button"
          className="where clip"
          title={named}
          aria-label={`Open ${named}`}
          onClick={() => void toFile()}
        >
          {fileOf(named)}
        </button>
      )}
      <span className="problem-text clip" title={message ?? undefined}>
        {message !== null && <HiddenText text={message} />}
        {message === null && named !== null && <span className="dim">see {at}</span>}
      </span>
    </li>
  );
}

/** The file's base name and line; the tooltip has the whole location. */
const fileOf = (location: string): string => location.slice(location.lastIndexOf('/') + 1);
