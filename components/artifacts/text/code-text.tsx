import { Fragment, memo } from 'react';
import { withPaths } from './file-paths.ts';
import { HighlightedRows } from './highlighted-rows.tsx';
import { prismLanguage } from './prism-language.ts';
import { SegmentText } from './segment-text.tsx';

/** A short piece of code within text, such as a fenced block. */
export const CodeText = memo(function CodeText({
  text,
  language,
}: {
  text: string;
  language: string | null;
}) {
  const lines = text.split('\n');
  return (
    <code>
      <HighlightedRows
        lines={lines}
        language={language === null ? null : prismLanguage(language)}
        openState=""
        renderLine={(segments, index) => {
          const key = `${index}`;
          return (
            <Fragment key={key}>
              {index > 0 && '\n'}
              <SegmentText segments={withPaths(segments)} />
            </Fragment>
          );
        }}
      />
    </code>
  );
});
