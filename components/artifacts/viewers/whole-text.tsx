'use client';

import type { ReactNode } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { LoadFault } from '../text/load-fault.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { PanelMessage } from './panel-message.tsx';
import { useWholeText } from './use-whole-text.ts';

const skeletonRows = 12;

interface WholeTextProps<T> {
  baseUrl: string;
  metadata: ArtifactMetadata;
  /** As in "too large for a tree". */
  viewName: string;
  /** Longer texts are not loaded; defaults to `limits.dataViewBytes`. */
  maxBytes?: number;
  /** Must not change between renders. */
  read: (text: string) => Generator<void, T>;
  children: (value: T) => ReactNode;
}

/** A view that needs the whole text: fetched and read up to a limit; otherwise it says why not. */
export function WholeText<T>(props: WholeTextProps<T>) {
  const { metadata, viewName, maxBytes = limits.dataViewBytes } = props;
  if (metadata.state === 'writing') {
    return (
      <p className="lines-note">
        The {viewName} appears when the output is complete. Open Source to follow it live.
      </p>
    );
  }
  if (metadata.byteLength > maxBytes) {
    return (
      <p className="lines-note">
        {formatBytes(metadata.byteLength)} is too large for a {viewName}: the limit is {formatBytes(maxBytes)}
        . Open Source to see all of it.
      </p>
    );
  }
  return <LoadedText {...props} />;
}

function LoadedText<T>({ baseUrl, metadata, read, children }: WholeTextProps<T>) {
  const { state, retry } = useWholeText(baseUrl, read);
  if (state.status === 'ready') return children(state.value);
  if (state.status === 'loading') return <LoadSkeleton rows={skeletonRows} />;
  if (state.code === 'artifact_expired') return <PanelMessage about={metadata} />;
  if (state.code === 'not_found') return <PanelMessage about="missing" />;
  if (state.code === 'unreadable') {
    return <p className="lines-note">Too large for this browser. Open Source to see all of it.</p>;
  }
  return <LoadFault text="Could not load this text. The server did not answer." onRetry={retry} />;
}
