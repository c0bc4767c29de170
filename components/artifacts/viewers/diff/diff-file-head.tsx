import { plainSegments } from '#components/artifacts/text/code-segments.ts';
import { PathText } from '#components/artifacts/text/path-text.tsx';
import { SegmentText } from '#components/artifacts/text/segment-text.tsx';
import { FileStatusText } from './file-status-text.tsx';
import type { DiffHeadRow } from './parse-diff.ts';

const lineHeight = 20;
/** `---` and `+++`, which the file's name replaces. */
const nameLines = 2;

/** Names the file of the lines below and how it changed; as high as the diff lines it replaces. */
export function DiffFileHead({ head, line }: { head: DiffHeadRow; line: number }) {
  const { path, oldPath, status, lineCount } = head;
  const details = lineCount > nameLines ? head.details.slice(nameLines - lineCount) : [];
  return (
    <div className="file" style={{ height: lineCount * lineHeight }} data-line={line}>
      <div className="diff-name" style={{ height: Math.min(nameLines, lineCount) * lineHeight }}>
        {path !== null && (
          <span className="clip path">
            <PathText path={path} />
          </span>
        )}
        <FileStatusText status={status} oldPath={oldPath} />
      </div>
      {details.map((text) => (
        <div key={text} className="detail">
          <SegmentText segments={plainSegments(text)} />
        </div>
      ))}
    </div>
  );
}
