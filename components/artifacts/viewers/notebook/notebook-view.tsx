'use client';

import { CodeText } from '#components/artifacts/text/code-text.tsx';
import { MarkdownText } from '#components/chat/markdown-text.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import { type Cell, type CellOutput, readCells } from './read-cells.ts';

/** The cells of a notebook with what they printed. Nothing in it runs, and nothing is fetched. */
export function NotebookView({ baseUrl, metadata }: RichViewProps) {
  return (
    <WholeText baseUrl={baseUrl} metadata={metadata} viewName="notebook" read={readCells}>
      {({ cells, language, moreCount }) => (
        <div className="notebook" {...scrollRegion('Notebook')}>
          {cells.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored notebook does not change
            <NotebookCellView key={index} cell={cell} language={language} />
          ))}
          {moreCount > 0 && (
            <p className="lines-note">
              {formatNumber(moreCount)} more cells. Open Source to see all of them.
            </p>
          )}
        </div>
      )}
    </WholeText>
  );
}

function NotebookCellView({ cell, language }: { cell: Cell; language: string }) {
  if (cell.kind === 'markdown') {
    return (
      <section className="notebook-cell prose">
        <div className="prose-block">
          <MarkdownText text={cell.source} />
        </div>
      </section>
    );
  }
  return (
    <section className="notebook-cell">
      <div className="notebook-source">
        <span className="notebook-count dim">{countOf(cell)}</span>
        <pre>
          <CodeText text={cell.source} language={cell.kind === 'code' ? language : null} />
        </pre>
      </div>
      {cell.outputs.map((output, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored notebook does not change
        <Output key={index} output={output} />
      ))}
    </section>
  );
}

/** `[7]`; `[ ]` where it was not run. */
const countOf = ({ kind, executionCount }: Cell): string =>
  kind === 'code' ? `[${executionCount === null ? ' ' : formatNumber(executionCount)}]` : '';

function Output({ output }: { output: CellOutput }) {
  if (output.kind === 'image') {
    // biome-ignore lint/performance/noImgElement: the bytes are in the notebook
    return <img className="notebook-image checks" src={output.url} alt="Output of the cell" loading="lazy" />;
  }
  if (output.kind === 'other') {
    return <p className="notebook-output dim">not shown{output.mediaTypes && `: ${output.mediaTypes}`}</p>;
  }
  return (
    <pre className={output.isError ? 'notebook-output is-error' : 'notebook-output'}>
      {output.text}
      {output.cutCount > 0 && `\n… ${formatNumber(output.cutCount)} more characters`}
    </pre>
  );
}
