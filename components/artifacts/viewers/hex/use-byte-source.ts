import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { fetchRange } from '../../api/artifact-api.ts';
import { type ByteSource, createByteSource } from './byte-source.ts';

/** The bytes behind a viewer; a new artifact, or one that has grown, gets a new source, and the old one's requests end. */
export function useByteSource(baseUrl: string, byteLength: number): ByteSource {
  const source = useMemo(
    () => createByteSource(byteLength, (start, end, signal) => fetchRange(baseUrl, start, end, signal)),
    [baseUrl, byteLength],
  );
  useEffect(() => () => source.close(), [source]);
  useSyncExternalStore(source.subscribe, source.version, source.version);
  return source;
}
