'use client';

import type { ReactNode } from 'react';
import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import { formatBytes } from '../../../lib/core/format-bytes.ts';
import { limits } from '../../../lib/core/limits.ts';
import { LoadFault } from '../text/load-fault.tsx';
import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { PanelMessage } from './panel-message.tsx';
import { useWholeText } from './use-whole-text.ts';

const skeletonRows = 12;

interface WholeTextProps<T> {
  baseUrl: string;
  metadata: ArtifactMetadata;
  /** What is made of it: `tree`. */
  noun: string;
  /** Up to how many bytes; `limits.dataViewBytes`. */
  maxBytes?: number;
  /** Does not change from one render to the next. */
  read: (text: string) => Generator<void, T>;
  children: (value: T) => ReactNode;
}

/** A view that needs all of a text: fetched and read whole up to a limit, and the reason in words where it cannot be. */
export function WholeText<T>(props: WholeTextProps<T>) {
  const { metadata, noun, maxBytes = limits.dataViewBytes } = props;
  if (metadata.state === 'writing') {
    return (
      <p className="lines-note">
        The {noun} appears when the output is complete. Open Source to follow it live.
      </p>
    );
  }
  if (metadata.byteLength > maxBytes) {
    return (
      <p className="lines-note">
        {formatBytes(metadata.byteLength)} is too large for a {noun}: the limit is {formatBytes(maxBytes)}.
        Open Source to see all of it.
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
