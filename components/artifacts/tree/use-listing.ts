import { useEffect, useState } from 'react';
import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import { limits } from '../../../lib/core/limits.ts';
import { fetchText } from '../artifact-api.ts';
import { type TreeNode, treeNodes } from './tree-nodes.ts';

export type Listing =
  | { status: 'loading' }
  | { status: 'ready'; nodes: readonly TreeNode[] }
  | { status: 'failed'; retry: () => void }
  /** More than a tree is made of. */
  | { status: 'large' };

/** A listing read whole, as a tree. */
export function useListing(baseUrl: string, { byteLength, lineCount }: ArtifactMetadata): Listing {
  const [nodes, setNodes] = useState<readonly TreeNode[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isLarge = byteLength > limits.treeBytes || (lineCount ?? 0) > limits.listEntries;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when there is more, and when somebody tries again
  useEffect(() => {
    if (isLarge) return;
    let isGone = false;
    const take = (text: string | null) => {
      if (isGone) return;
      setHasFailed(text === null);
      if (text !== null) setNodes(treeNodes(text.split(/\r?\n/)));
    };
    fetchText(baseUrl).then(take, () => take(null));
    return () => {
      isGone = true;
    };
  }, [baseUrl, byteLength, isLarge, attempt]);
  if (isLarge) return { status: 'large' };
  if (nodes !== null) return { status: 'ready', nodes };
  if (hasFailed) return { status: 'failed', retry: () => setAttempt((count) => count + 1) };
  return { status: 'loading' };
}
