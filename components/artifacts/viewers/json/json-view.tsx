'use client';

import { cleanedText } from '#components/artifacts/text/cleaned-text.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import { indexJson } from './index-json.ts';
import { JsonPane } from './json-pane.tsx';

const readText = (text: string) => indexJson(text);
function* readOutput(text: string) {
  return yield* indexJson(yield* cleanedText(text));
}

/** JSON as a foldable tree. */
export function JsonView({ baseUrl, metadata, isWrapped, onLine }: RichViewProps) {
  const read = traitsOf(metadata.type).hasEscapes ? readOutput : readText;
  return (
    <WholeText baseUrl={baseUrl} metadata={metadata} viewName="tree" read={read}>
      {(index) => (
        <JsonPane index={index} firstLine={metadata.firstLine} isWrapped={isWrapped} onLine={onLine} />
      )}
    </WholeText>
  );
}
