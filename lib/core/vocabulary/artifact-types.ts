/** What everybody needs to know of a type of artifact; how the page shows it is in its folder of the viewers. */
interface TypeTraits {
  /** The stored text is as a program printed it, with its escape sequences. */
  hasEscapes: boolean;
  /** Its sizes are for people; the model is sent it without them. */
  hasSizes: boolean;
  /** Lines from the middle of such a text are not such a text. */
  isDocument: boolean;
  /** Two results of the same call can be compared by their lines. */
  isComparable: boolean;
  /** Files with these extensions have this form. */
  extensions: readonly string[];
  /** The extension of a download. `null`: the title is the path of a file, whose name already has one. */
  downloadExtension: string | null;
}

const lines = {
  hasEscapes: false,
  hasSizes: false,
  isDocument: false,
  isComparable: true,
  extensions: [],
  downloadExtension: '.txt',
} as const satisfies TypeTraits;
const fileLines = { ...lines, downloadExtension: null } as const;
const noLines = { ...fileLines, isComparable: false } as const;

/**
 * The types of artifacts. A type says where the bytes came from (a file, a command, a search); the same names
 * are used for the form of a text, which says what it is (a log, a table), whatever it came from.
 */
export const artifactTypes = {
  text: lines,
  file: fileLines,
  terminal: { ...lines, hasEscapes: true },
  matches: lines,
  tree: { ...lines, hasSizes: true },
  diff: { ...lines, isComparable: false, extensions: ['diff', 'patch'], downloadExtension: '.diff' },
  image: noLines,
  media: { ...noLines, downloadExtension: '.txt' },
  json: {
    ...fileLines,
    isDocument: true,
    extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'har', 'ipynb', 'webmanifest'],
  },
  table: { ...fileLines, extensions: ['csv', 'tsv', 'tab', 'psv'] },
  markdown: { ...fileLines, isDocument: true, extensions: ['md', 'markdown'] },
  html: { ...fileLines, isDocument: true, extensions: ['html', 'htm'] },
  log: { ...fileLines, extensions: ['log'] },
  binary: noLines,
} as const satisfies Readonly<Record<string, TypeTraits>>;

export type ArtifactType = keyof typeof artifactTypes;

export const traitsOf = (type: ArtifactType): TypeTraits => artifactTypes[type];
