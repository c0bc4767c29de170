'use client';

import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { MarkedText } from '#components/artifacts/text/marked-text.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import {
  isFoldable,
  type JsonIndex,
  type JsonKind,
  jsonKindOf,
  keyText,
  type NodeId,
  valueText,
} from './json-index.ts';

/** A longer string is shown cut, until the reader asks for more. */
const stringCharacters = 200;
/** A string longer than this is shown whole only in the source. */
const longStringCharacters = 20_000;
const previewCharacters = 160;
/** Rows deeper than this are not indented further: their text would be out of view. */
const deepestIndent = 24;

const classOfKind: Partial<Record<JsonKind, string>> = {
  string: 'token token-string',
  number: 'token token-number',
  literal: 'token token-boolean',
  broken: 'json-broken',
};

interface JsonRowProps {
  id: string;
  index: JsonIndex;
  node: NodeId;
  /** Index among the rows. */
  row: number;
  level: number;
  isUnfolded: boolean;
  isActive: boolean;
  /** Text to highlight; empty: nothing. */
  query: string;
  onChoose: () => void;
}

export function JsonRow(props: JsonRowProps) {
  const { index, node, query } = props;
  const key = keyText(index, node);
  const canFold = isFoldable(index, node);
  const parent = index.parents[node] ?? 0;
  const choose = () => {
    // Selecting text with the mouse does not fold the row.
    if (window.getSelection()?.isCollapsed !== false) props.onChoose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and forwards keys to its active row
    // biome-ignore lint/a11y/useFocusableInteractive: a click focuses the tree, which names its active row (aria-activedescendant)
    <div
      id={props.id}
      className={props.isActive ? 'json-row is-active' : 'json-row'}
      role="treeitem"
      data-row={props.row}
      aria-level={props.level + 1}
      aria-posinset={props.level === 0 ? 1 : (index.ordinals[node] ?? 0) + 1}
      aria-setsize={props.level === 0 ? 1 : (index.childCounts[parent] ?? 1)}
      aria-selected={props.isActive}
      {...(canFold ? { 'aria-expanded': props.isUnfolded } : {})}
      style={{ '--level': Math.min(props.level, deepestIndent) } as CSSProperties}
      onClick={choose}
    >
      <span className="json-fold">{canFold && <Icon of={ChevronRight} isSmall />}</span>
      <span className="json-text">
        {key !== null && (
          <>
            <span className="token token-property">
              <MarkedText text={cut(key, stringCharacters)} query={query} />
            </span>
            <span className="token token-punctuation">: </span>
          </>
        )}
        {key === null && props.level > 0 && <span className="json-ordinal">{index.ordinals[node]}: </span>}
        <JsonValue {...props} />
      </span>
    </div>
  );
}

const cut = (text: string, max: number): string => (text.length > max ? text.slice(0, max) : text);

function JsonValue({ index, node, isUnfolded, query }: JsonRowProps) {
  const kind = jsonKindOf(index, node);
  if (kind === 'object' || kind === 'array' || kind === 'lines') {
    return <Container index={index} node={node} kind={kind} isUnfolded={isUnfolded} />;
  }
  return <Scalar text={valueText(index, node)} kind={kind} query={query} />;
}

const nouns = { object: 'key', array: 'item', lines: 'document' } as const;

function Container(props: {
  index: JsonIndex;
  node: NodeId;
  kind: 'object' | 'array' | 'lines';
  isUnfolded: boolean;
}) {
  const { index, node, kind } = props;
  const count = index.childCounts[node] ?? 0;
  if (count === 0) return <span className="token token-punctuation">{kind === 'object' ? '{}' : '[]'}</span>;
  const start = index.starts[node] ?? 0;
  const preview = index.text.slice(start, Math.min(index.ends[node] ?? start, start + previewCharacters));
  return (
    <>
      <span className="json-count">{formatCount(count, nouns[kind])}</span>
      {!props.isUnfolded && (
        <span className="json-preview">
          <MarkedText text={preview.replace(/\s+/g, ' ')} query="" />
        </span>
      )}
    </>
  );
}

function Scalar({ text, kind, query }: { text: string; kind: JsonKind; query: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const most = isWhole ? longStringCharacters : stringCharacters;
  const remaining = text.length - most;
  return (
    <>
      <span className={classOfKind[kind]}>
        <MarkedText text={cut(text, most)} query={query} />
      </span>
      {remaining > 0 && !isWhole && (
        <button
          type="button"
          className="link json-more"
          tabIndex={-1}
          // Keeps the focus where it is: this button disappears when pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation();
            setIsWhole(true);
          }}
        >
          more, {formatNumber(text.length)} characters
        </button>
      )}
      {remaining > 0 && isWhole && (
        <span className="cut">{formatNumber(remaining)} more characters in Source</span>
      )}
    </>
  );
}
