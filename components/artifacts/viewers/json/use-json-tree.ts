import { useEffect, useRef, useState } from 'react';
import { inSlices } from '#components/artifacts/api/in-slices.ts';
import type { JsonIndex, NodeId } from './json-index.ts';
import {
  filterJson,
  type JsonHits,
  readyLevels,
  type Unfolded,
  unfoldedTo,
  visibleNodes,
} from './json-rows.ts';

/**
 * The rows of a tree after folding and filtering. A filter unfolds rows by itself; clearing it restores the
 * folding before.
 */
export function useJsonTree(index: JsonIndex) {
  'use memo';
  const [unfolded, setUnfolded] = useState<Unfolded>(() => unfoldedTo(index, readyLevels(index)));
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ hits: JsonHits; unfolded: Unfolded } | null>(null);
  // Effects run again when the reader returns from the source: folds made in the filtered tree are kept.
  const request = useRef<{ index: JsonIndex; query: string } | null>(null);
  useEffect(() => {
    if (query === '') {
      request.current = null;
      return setFound(null);
    }
    if (request.current?.index === index && request.current.query === query) return;
    const controller = new AbortController();
    void inSlices(filterJson(index, query), controller.signal).then((hits) => {
      if (!hits) return;
      request.current = { index, query };
      setFound({ hits, unfolded: hits.leads.slice() });
    });
    return () => controller.abort();
  }, [index, query]);

  const shown = found?.unfolded ?? unfolded;
  const hits = found?.hits ?? null;
  const rows = visibleNodes(index, shown, hits);
  const change = (next: Unfolded) => {
    if (found) setFound({ ...found, unfolded: next });
    else setUnfolded(next);
  };
  return {
    rows,
    hits,
    query,
    setQuery,
    isUnfolded: (node: NodeId) => shown[node] === 1,
    setFolded(node: NodeId, isFolded: boolean) {
      const next = shown.slice();
      next[node] = isFolded ? 0 : 1;
      change(next);
    },
    unfoldLevels: (levels: number) => change(unfoldedTo(index, levels)),
  };
}
