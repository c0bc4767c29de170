'use client';

import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { CopyWord } from '#components/ui/copy-word.tsx';
import { limits } from '#lib/core/limits.ts';
import { type JsonIndex, jsonKindOf, jsonPathOf, type NodeId, readString, valueText } from './json-index.ts';

/** The selected value: its path, and actions on it. */
export function JsonFoot(props: { index: JsonIndex; node: NodeId; onGoTo: (at: number) => void }) {
  const { index, node, onGoTo } = props;
  const path = jsonPathOf(index, node);
  // Nesting is unbounded: longer paths are shown cut, but copied whole.
  const shownPath = path.slice(0, limits.lineCharacters);
  const readValue = () => {
    const written = valueText(index, node);
    return jsonKindOf(index, node) === 'string' ? readString(written) : written;
  };
  return (
    <footer className="panel-foot data-foot">
      <code className="grow clip" title={shownPath}>
        <HiddenText text={shownPath} />
      </code>
      <CopyWord label="Copy path" read={() => path} />
      <CopyWord label="Copy value" read={readValue} />
      <button type="button" className="btn" onClick={() => onGoTo((index.starts[node] ?? 0) + 1)}>
        Show in source
      </button>
    </footer>
  );
}
