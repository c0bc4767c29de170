import { useResource } from '#components/ui/use-resource.ts';
import type { DiffSection, MatchesSection, Sections } from '#lib/core/algorithms/lines/file-section.ts';

/**
 * Where the files of a diff or a search begin.
 * @param lineCount requests again when it grows
 */
export const useSections = <T extends DiffSection | MatchesSection>(
  baseUrl: string,
  lineCount: number | null,
) => useResource<Sections<T>>(`${baseUrl}/files`, { revision: lineCount });
