import { memo, type ReactNode } from 'react';
import { useReading } from '../ui/use-reading.ts';
import { plainSegments, type Segment, segmentsOfRow } from './code-segments.ts';
import { Highlighter } from './highlighter.ts';
import { closingText, type LexerState, openingText, scanLines } from './lexer-state.ts';

interface HighlightedRowsProps {
  lines: readonly string[];
  /** A name of prism-language.ts; `null`: plain. */
  language: string | null;
  /** What is open before the first of these lines. */
  openState: LexerState;
  renderLine: (segments: Segment[], index: number) => ReactNode;
}

/**
 * Colours lines that may begin and end inside a comment or a template: what is open before them is opened in a row of
 * its own, what is open after them is closed in another, and both rows are dropped.
 */
export const HighlightedRows = memo(function HighlightedRows(props: HighlightedRowsProps) {
  const { lines, openState, renderLine } = props;
  const { isPlain } = useReading();
  const language = isPlain ? null : props.language;
  const plain = () => lines.map((line, index) => renderLine(plainSegments(line), index));
  if (language === null) return plain();
  const before = openingText(openState);
  const after = closingText(scanLines(lines, language, openState));
  const code = [...(before ? [before] : []), ...lines, ...(after ? [after] : [])].join('\n');
  return (
    <Highlighter
      language={language}
      useInlineStyles={false}
      PreTag={Bare}
      CodeTag={Bare}
      renderer={({ rows }) => {
        const first = before ? 1 : 0;
        const isWhole = rows.length === first + lines.length + (after ? 1 : 0);
        if (!isWhole) return plain();
        return rows
          .slice(first, first + lines.length)
          .map((row, index) => renderLine(segmentsOfRow(row), index));
      }}
    >
      {code}
    </Highlighter>
  );
});

/** The rows bring their own elements; the highlighter's wrappers would only be in the way. */
function Bare({ children }: { children?: ReactNode }) {
  return children;
}
