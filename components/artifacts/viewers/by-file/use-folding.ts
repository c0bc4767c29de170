import { useState } from 'react';

/** Which items are folded: a default for all, and the exceptions. */
export function useFolding() {
  'use memo';
  const [{ isAllFolded, others }, setFolding] = useState({
    isAllFolded: false,
    others: new Set<number>() as ReadonlySet<number>,
  });
  const isFolded = (index: number) => isAllFolded !== others.has(index);
  const toggle = (index: number) =>
    setFolding((before) => {
      const next = new Set(before.others);
      if (!next.delete(index)) next.add(index);
      return { ...before, others: next };
    });
  const foldAll = (isFolding: boolean) => setFolding({ isAllFolded: isFolding, others: new Set() });
  return { isFolded, toggle, foldAll, isAllFolded: isAllFolded && others.size === 0 };
}
