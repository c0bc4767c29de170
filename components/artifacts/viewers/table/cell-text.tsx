import { Fragment } from 'react';
import { MarkedText } from '#components/artifacts/text/marked-text.tsx';

/** A cell with its line ends made visible, since a row is one line high. */
export function CellText({ text, query }: { text: string; query: string }) {
  if (!text.includes('\n')) return <MarkedText text={text} query={query} />;
  return text.split(/\r?\n/).map((line, index) => {
    const key = `${index}`;
    return (
      <Fragment key={key}>
        {index > 0 && <span className="dim">↵{'\n'}</span>}
        <MarkedText text={line} query={query} />
      </Fragment>
    );
  });
}
