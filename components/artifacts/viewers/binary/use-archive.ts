import useSWR from 'swr';
import { fetchRange } from '#components/artifacts/api/artifact-api.ts';
import type { ArchiveListing } from '#lib/core/algorithms/archive/archive-entry.ts';
import { readArchive } from '#lib/core/algorithms/archive/archive-listing.ts';

/** How much of either end is read: a ZIP of 10,000 files lists them in about a megabyte. */
const readBytes = 1024 * 1024;
const headBytes = 512;

/** The files of an archive; `null`: it is none, cannot be read, or is still loading. */
export function useArchive(
  baseUrl: string,
  { byteLength }: { byteLength: number },
): { listing: ArchiveListing | null; isLoading: boolean } {
  const { data, isLoading } = useSWR(
    [baseUrl, byteLength, 'archive'],
    ([url, length]: [string, number, string]) => readListing(url, length),
    { revalidateOnFocus: false },
  );
  return { listing: data ?? null, isLoading };
}

async function readListing(url: string, byteLength: number): Promise<ArchiveListing | null> {
  const { signal } = new AbortController();
  const read = async (start: number, end: number) => {
    const result = await fetchRange(url, start, Math.min(end, byteLength), signal);
    return result.ok ? result.value : new Uint8Array();
  };
  const head = await read(0, headBytes);
  // A tar says on its first bytes that it is one, a ZIP has its list at the end.
  if (readArchive(head, head, byteLength) === null && head[0] !== 0x50) return null;
  const isZip = head[0] === 0x50;
  const edge = isZip ? await read(Math.max(0, byteLength - readBytes), byteLength) : await read(0, readBytes);
  return readArchive(isZip ? head : edge, edge, byteLength);
}
