import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { fetchRange } from '#components/artifacts/api/artifact-api.ts';
import { type ByteSource, createByteSource } from './byte-source.ts';

/** A viewer's byte source. A new or grown artifact gets a new one; the old one's requests are aborted. */
export function useByteSource(baseUrl: string, byteLength: number): ByteSource {
  const source = useMemo(
    () => createByteSource(byteLength, (start, end, signal) => fetchRange(baseUrl, start, end, signal)),
    [baseUrl, byteLength],
  );
  useEffect(() => () => source.close(), [source]);
  useSyncExternalStore(source.subscribe, source.version, source.version);
  return source;
}
