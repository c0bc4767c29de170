/** What everybody needs to know of a type of artifact; how the page shows it is in its folder of the viewers. */
interface TypeTraits {
  /** The stored text is as a program printed it, with its escape sequences. */
  hasEscapes: boolean;
  /** Read with the escape sequences it contains, since it may be edited. Elsewhere they are drawn, as a terminal does. */
  keepsEscapes: boolean;
  /** Never text, whatever its bytes look like. */
  isBytes: boolean;
  /** Its sizes are for people; the model is sent it without them. */
  hasSizes: boolean;
  /** Only from its first line on: lines 40 to 60 of a JSON file are shown as plain lines of a file. */
  needsFirstLine: boolean;
  /** Two results of the same call can be compared by their lines. */
  isComparable: boolean;
  /** Files with these extensions have this form. */
  extensions: readonly string[];
  /** The extension of a download. `null`: the title is the path of a file, whose name already has one. */
  downloadExtension: string | null;
}

const lines = {
  hasEscapes: false,
  isBytes: false,
  hasSizes: false,
  needsFirstLine: false,
  keepsEscapes: false,
  isComparable: true,
  extensions: [],
  downloadExtension: '.txt',
} as const satisfies TypeTraits;
const linesOfFile = { ...lines, downloadExtension: null } as const;
const bytes = { ...linesOfFile, isBytes: true, isComparable: false } as const;

/**
 * The types of artifacts. A type says where the bytes came from (a file, a command, a search); the same names
 * are used for the form of a text, which says what it is (a log, a table), whatever it came from.
 */
export const artifactTypes = {
  text: lines,
  file: { ...linesOfFile, keepsEscapes: true },
  terminal: { ...lines, hasEscapes: true },
  matches: lines,
  tree: { ...lines, hasSizes: true },
  diff: { ...lines, isComparable: false, extensions: ['diff', 'patch'], downloadExtension: '.diff' },
  image: bytes,
  /** Its text is read from its bytes when it is needed. */
  pdf: bytes,
  media: { ...lines, isComparable: false },
  json: {
    ...linesOfFile,
    needsFirstLine: true,
    extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'har', 'webmanifest'],
  },
  notebook: { ...linesOfFile, needsFirstLine: true, extensions: ['ipynb'] },
  table: { ...linesOfFile, extensions: ['csv', 'tsv', 'tab', 'psv'] },
  markdown: { ...linesOfFile, needsFirstLine: true, keepsEscapes: true, extensions: ['md', 'markdown'] },
  html: { ...linesOfFile, needsFirstLine: true, keepsEscapes: true, extensions: ['html', 'htm'] },
  log: { ...linesOfFile, extensions: ['log'] },
  binary: bytes,
} as const satisfies Readonly<Record<string, TypeTraits>>;

export type ArtifactType = keyof typeof artifactTypes;

export const traitsOf = (type: ArtifactType): TypeTraits => artifactTypes[type];
