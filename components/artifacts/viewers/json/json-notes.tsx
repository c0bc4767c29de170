import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { limits } from '#lib/core/limits.ts';
import { type JsonIndex, lineAt } from './json-index.ts';

/** Notes about a text that is not strict JSON from beginning to end. */
export function JsonNotes(props: {
  index: JsonIndex;
  firstLine: number;
  /** Shows the source at an offset of the text. */
  onGoTo: (at: number) => void;
}) {
  const { index, onGoTo } = props;
  const { problem, looseness, brokenLineCount, linesBefore } = index;
  const lineOf = (at: number) => formatNumber(props.firstLine + lineAt(index.text, at) - 1);
  return (
    <>
      {problem && (
        <div className="lines-note data-note">
          <span className="grow">
            <b className="bad strong">Not valid JSON</b>, line {lineOf(problem.at)}: {problem.words}.
            {index.nodeCount > 1 && ' Everything before this line is shown.'}
          </span>
          <button type="button" className="btn is-small" onClick={() => onGoTo(problem.at)}>
            Show line {lineOf(problem.at)}
          </button>
        </div>
      )}
      {!problem && looseness && (
        <div className="lines-note data-note">
          <span className="grow">
            Not strict JSON: {looseness.words} on line {lineOf(looseness.at)}.
          </span>
          <button type="button" className="btn is-small" onClick={() => onGoTo(looseness.at)}>
            Show line {lineOf(looseness.at)}
          </button>
        </div>
      )}
      {linesBefore > 0 && (
        <p className="lines-note data-note">
          Open Source to see the {formatCount(linesBefore, 'line')} before the JSON.
        </p>
      )}
      {brokenLineCount > 0 && (
        <p className="lines-note data-note">
          {formatCount(brokenLineCount, 'line')} of {formatNumber(index.documentCount)}{' '}
          {brokenLineCount === 1 ? 'is' : 'are'} not JSON and shown as plain text.
        </p>
      )}
      {index.isCut && (
        <p className="lines-note data-note">
          Showing the first {formatNumber(limits.jsonTreeNodes)} values. Open Source to see all of them.
        </p>
      )}
    </>
  );
}
