/** A notebook as it is shown. */
export interface ShownNotebook {
  cells: readonly Cell[];
  /** Of its code, with the name that the notebook gives it. */
  language: string;
  /** Cells beyond the limit. */
  moreCount: number;
}

export interface Cell {
  kind: 'markdown' | 'code' | 'raw';
  source: string;
  /** `null`: it was not run. */
  executionCount: number | null;
  outputs: readonly CellOutput[];
}

export type CellOutput =
  | { kind: 'text'; text: string; isError: boolean; cutCount: number }
  | { kind: 'image'; url: string }
  /** Something else, which is not run: by its media types. */
  | { kind: 'other'; mediaTypes: string };

const maxCells = 2_000;
const maxCharacters = 100_000;
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Colours and other marks of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const escapes = /\u001b\[[0-9;?]*[A-Za-z]/g;

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a notebook of version 4 (https://nbformat.readthedocs.io); nothing in it is trusted. Yields between cells.
 * @throws Error if it is none: the source is shown then
 */
export function* readCells(text: string): Generator<void, ShownNotebook> {
  const parsed: unknown = JSON.parse(text);
  yield;
  if (!isObject(parsed) || !Array.isArray(parsed.cells)) throw new Error('not a notebook');
  const cells: Cell[] = [];
  for (const cell of parsed.cells.slice(0, maxCells)) {
    if (isObject(cell)) cells.push(cellOf(cell));
    yield;
  }
  return {
    cells,
    language: languageOf(parsed.metadata),
    moreCount: Math.max(0, parsed.cells.length - maxCells),
  };
}

function languageOf(metadata: unknown): string {
  const info = isObject(metadata) ? metadata.language_info : null;
  return isObject(info) && typeof info.name === 'string' ? info.name : 'python';
}

function cellOf({ cell_type: type, source, execution_count: count, outputs }: Loose): Cell {
  return {
    kind: type === 'markdown' || type === 'code' ? type : 'raw',
    source: textOf(source),
    executionCount: typeof count === 'number' ? count : null,
    outputs: Array.isArray(outputs) ? outputs.filter(isObject).map(outputOf) : [],
  };
}

function outputOf({ output_type: type, text, data, ename, evalue, traceback }: Loose): CellOutput {
  if (type === 'error') {
    const lines = Array.isArray(traceback) ? traceback.map(textOf).join('\n') : '';
    return textOutput(lines || `${textOf(ename)}: ${textOf(evalue)}`, true);
  }
  if (text !== undefined) return textOutput(textOf(text), false);
  if (!isObject(data)) return { kind: 'other', mediaTypes: '' };
  const image = imageTypes.find((name) => name in data);
  const bytes = image === undefined ? '' : textOf(data[image]).replace(/\s/g, '');
  if (image !== undefined && /^[A-Za-z0-9+/]+=*$/.test(bytes))
    return { kind: 'image', url: `data:${image};base64,${bytes}` };
  if ('text/plain' in data) return textOutput(textOf(data['text/plain']), false);
  return { kind: 'other', mediaTypes: Object.keys(data).join(', ') };
}

function textOutput(text: string, isError: boolean): CellOutput {
  const plain = text.replace(escapes, '');
  const cutCount = Math.max(0, plain.length - maxCharacters);
  return { kind: 'text', text: plain.slice(0, maxCharacters), isError, cutCount };
}

/** Texts are stored as one string, or as a list of lines. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('');
  return typeof value === 'string' ? value : '';
};
