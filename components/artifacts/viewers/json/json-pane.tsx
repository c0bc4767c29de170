'use client';

import { useState } from 'react';
import { FilterField } from '#components/artifacts/text/filter-field.tsx';
import { ChoiceMenu } from '#components/ui/choice-menu.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import { JsonFoot } from './json-foot.tsx';
import { type JsonIndex, lineAt, type NodeId, topNode } from './json-index.ts';
import { JsonNotes } from './json-notes.tsx';
import { JsonTree } from './json-tree.tsx';
import { useJsonTree } from './use-json-tree.ts';

const foldChoices = [
  { value: '0', label: 'Fold all' },
  { value: '1', label: 'One level' },
  { value: '2', label: 'Two levels' },
  { value: '3', label: 'Three levels' },
  { value: 'all', label: 'Unfold all' },
] as const;

/** A JSON tree with its controls: filter and folding above, the selected value's path below. */
export function JsonPane(props: {
  index: JsonIndex;
  /** Displayed number of the first line. */
  firstLine: number;
  isWrapped: boolean;
  onLine: (line: number) => void;
}) {
  const { index, firstLine, onLine } = props;
  const tree = useJsonTree(index);
  const [active, setActive] = useState<NodeId>(topNode(index));
  const showAt = (at: number) => onLine(firstLine + lineAt(index.text, at) - 1);
  const notes = <JsonNotes index={index} firstLine={firstLine} onGoTo={showAt} />;
  if (index.nodeCount === 1) {
    return index.problem ? (
      notes
    ) : (
      <p className="lines-note">No JSON found. Open Source to see the whole text.</p>
    );
  }
  const { hits } = tree;
  return (
    <>
      <div className="view-bar">
        <FilterField label="Filter keys and values" value={tree.query} onChange={tree.setQuery} />
        <span className="dim small" role="status">
          {hits && (hits.count === 0 ? 'No results' : `${formatCount(hits.count, 'value')} found`)}
        </span>
        <ChoiceMenu
          trigger="Fold"
          triggerClassName="btn is-small"
          label="Fold and unfold"
          value=""
          choices={foldChoices}
          onChoose={(value) => tree.unfoldLevels(value === 'all' ? Number.POSITIVE_INFINITY : Number(value))}
        />
      </div>
      {notes}
      <JsonTree index={index} tree={tree} active={active} onActive={setActive} isWrapped={props.isWrapped} />
      <JsonFoot index={index} node={active} onGoTo={showAt} />
    </>
  );
}
