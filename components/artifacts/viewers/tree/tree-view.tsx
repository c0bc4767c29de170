'use client';

import { useMemo, useState } from 'react';
import { FilterField } from '#components/artifacts/text/filter-field.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { limits } from '#lib/core/limits.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import { TreeList } from './tree-list.tsx';
import { matchingNodes, onlyFolders, type TreeNode, treeNodes, treeRows } from './tree-nodes.ts';

/** Listings of up to this many entries start unfolded. */
const maxUnfolded = 400;

/** A listing as a tree: folders fold, a filter finds entries, and clicking a file copies its path. */
export function TreeView({ baseUrl, metadata }: RichViewProps) {
  const entryCount = metadata.lineCount ?? 0;
  if (entryCount > limits.listEntries) {
    return <p className="lines-note">Too many entries for a tree. Open Source to see all of them.</p>;
  }
  return (
    <WholeText
      baseUrl={baseUrl}
      metadata={metadata}
      viewName="tree"
      maxBytes={limits.treeBytes}
      read={readListing}
    >
      {(nodes) => <Tree nodes={nodes} entryCount={entryCount} />}
    </WholeText>
  );
}

function* readListing(text: string) {
  yield;
  return treeNodes(text.split(/\r?\n/));
}

/** The folders that start unfolded where all others start folded. */
const begin = (nodes: readonly TreeNode[], isAllOpen: boolean): ReadonlySet<TreeNode> =>
  new Set(isAllOpen ? [] : onlyFolders(nodes));

function Tree({ nodes, entryCount }: { nodes: readonly TreeNode[]; entryCount: number }) {
  'use memo';
  const [filter, setFilter] = useState('');
  const [isAllOpen, setIsAllOpen] = useState(entryCount <= maxUnfolded);
  const [others, setOthers] = useState(() => begin(nodes, isAllOpen));
  const found = filter === '' ? null : matchingNodes(nodes, filter);
  const isOpen = useMemo(() => {
    // The path to a match is open, except for folders the reader folded.
    const byDefault = found !== null || isAllOpen;
    return (node: TreeNode) => byDefault !== others.has(node);
  }, [found, isAllOpen, others]);
  const rows = treeRows(nodes, isOpen, found ? (node) => found.kept.has(node) : undefined);
  const setAll = (isOpening: boolean) => {
    setIsAllOpen(isOpening);
    setOthers(new Set());
  };
  const toggle = (node: TreeNode) =>
    setOthers((before) => {
      const next = new Set(before);
      if (!next.delete(node)) next.add(node);
      return next;
    });
  const hasFolders = nodes.some(({ isFolder }) => isFolder);
  return (
    <>
      <div className="view-bar">
        <FilterField
          label="Filter entries"
          value={filter}
          onChange={(text) => {
            setFilter(text);
            setOthers(text === '' ? begin(nodes, isAllOpen) : new Set());
          }}
        />
        <span className="dim small" role="status">
          {found === null
            ? formatCount(entryCount, 'entry', 'entries')
            : `${formatNumber(found.matchCount)} of ${formatNumber(entryCount)}`}
        </span>
        {hasFolders && found === null && (
          <button type="button" className="btn is-small" onClick={() => setAll(!isAllOpen)}>
            {isAllOpen ? 'Fold all' : 'Unfold all'}
          </button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="lines-note">No path contains “{filter}”.</p>
      ) : (
        <TreeList rows={rows} isOpen={isOpen} filter={filter} onToggle={toggle} />
      )}
    </>
  );
}
