import { type ArtifactType, artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';

/** Which artifacts the page shows, and how; all of it is in the page's address. */
export interface ArtifactChoice {
  q: string;
  type: ArtifactType | null;
  conversation: string | null;
  by: string | null;
  tool: string | null;
  kept: boolean;
  shared: boolean;
  /** `null`: the latest first. */
  sort: 'largest' | null;
  isList: boolean;
}

export const noFilters = {
  ...{ q: '', type: null, conversation: null, by: null, tool: null, kept: false, shared: false },
} as const satisfies Partial<ArtifactChoice>;

type Asked = Record<string, string | string[] | undefined>;

/** Parses an address; what is not valid is left out. */
export function readArtifactChoice(asked: Asked): ArtifactChoice {
  const text = (name: string): string | null => {
    const value = asked[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, 200).toWellFormed() : null;
  };
  const type = text('type');
  return {
    q: text('q') ?? '',
    type: type !== null && Object.hasOwn(artifactTypes, type) ? (type as ArtifactType) : null,
    conversation: text('conversation'),
    by: text('by'),
    tool: text('tool'),
    kept: asked.kept === '1',
    shared: asked.shared === '1',
    sort: asked.sort === 'largest' ? 'largest' : null,
    isList: asked.as === 'list',
  };
}

/** The filters and the order, as the API and the page's address have them. */
export function filterParameters({ isList: _, ...filters }: ArtifactChoice): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === true) parameters.set(name, '1');
    else if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  return parameters;
}

export function artifactsAddress(choice: ArtifactChoice): string {
  const parameters = filterParameters(choice);
  if (choice.isList) parameters.set('as', 'list');
  return parameters.size === 0 ? '/artifacts' : `/artifacts?${parameters}`;
}

export const isFiltered = (choice: ArtifactChoice): boolean =>
  filterParameters({ ...choice, sort: null }).size > 0;
