'use client';

import type { ViewProps } from '../viewer.ts';
import { BytesBody } from './bytes-body.tsx';
import { HexView } from './hex-view.tsx';

/** Bytes that cannot be shown as lines. */
export const BinaryView = ({ metadata, baseUrl }: ViewProps) =>
  metadata.byteLength === 0 ? (
    <BytesBody metadata={metadata} baseUrl={baseUrl} />
  ) : (
    <HexView baseUrl={baseUrl} metadata={metadata} />
  );
