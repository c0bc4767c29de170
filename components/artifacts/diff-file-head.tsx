import type { FileFate } from '../../lib/core/diff-head.ts';
import { plainSegments } from './code-segments.ts';
import type { DiffHeadRow } from './parse-diff.ts';
import { PathText } from './path-text.tsx';
import { SegmentText } from './segment-text.tsx';

const lineHeight = 20;
/** `---` and `+++`: the name stands in their place. */
const nameLines = 2;

const fates: Record<FileFate, string> = {
  changed: '',
  added: 'added',
  deleted: 'deleted',
  renamed: 'renamed',
};

/** The file that the lines below it are of, and what became of it; as high as the lines it stands for. */
export function DiffFileHead({ head, line }: { head: DiffHeadRow; line: number }) {
  const { path, oldPath, fate, lineCount } = head;
  const word = fate === 'renamed' && oldPath !== null ? `renamed from ${oldPath}` : fates[fate];
  const details = lineCount > nameLines ? head.details.slice(nameLines - lineCount) : [];
  return (
    <div className="file" style={{ height: lineCount * lineHeight }} data-line={line}>
      <div className="name" style={{ height: Math.min(nameLines, lineCount) * lineHeight }}>
        {path !== null && (
          <span className="clip path">
            <PathText path={path} />
          </span>
        )}
        {word !== '' && <span className="fate clip">{word}</span>}
      </div>
      {details.map((text) => (
        <div key={text} className="detail">
          <SegmentText segments={plainSegments(text)} />
        </div>
      ))}
    </div>
  );
}
