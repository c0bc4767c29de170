import type { ReactNode } from 'react';
import { plainSegments, type Segment, segmentsOfRow } from './code-segments.ts';
import { Highlighter } from './highlighter.ts';
import { closingText, type LexerState, openingText, scanLines } from './lexer-state.ts';

export interface ColouredRowsProps {
  lines: readonly string[];
  /** A Prism language from prism-language.ts. */
  language: string;
  /** The lexer state before the first of these lines. */
  openState: LexerState;
  renderLine: (segments: Segment[], index: number) => ReactNode;
}

/**
 * Colours lines that may begin or end inside a comment or a template: one extra row before them opens that
 * state, another after them closes it, and both rows are dropped.
 */
export function ColouredRows(props: ColouredRowsProps) {
  const { lines, language, openState, renderLine } = props;
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
        if (!isWhole) return lines.map((line, index) => renderLine(plainSegments(line), index));
        return rows
          .slice(first, first + lines.length)
          .map((row, index) => renderLine(segmentsOfRow(row), index));
      }}
    >
      {code}
    </Highlighter>
  );
}

/** The rows bring their own elements, so the highlighter's wrappers are not needed. */
function Bare({ children }: { children?: ReactNode }) {
  return children;
}
