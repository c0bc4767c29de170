import { isSameFile, type SourceLocation } from './source-location.ts';
import { plainPath, stackFrame } from './stack-frame.ts';
import { noSides, type TestFailure } from './test-failure.ts';

const maxBlocks = 400;
const maxNames = 2_000;
const messageLines = 2;

/** Reads pytest's failure reports: a block for each, and at the end one line each with the full test ID. */
export interface PytestBlocks {
  open(): void;
  line(line: string, number: number): void;
  /**
   * A line of the short summary: `tests/test_a.py::TestB::test_c`, followed by ` - AssertionError: …` in
   * `remaining`.
   */
  name(id: string, remaining: string, number: number, isError: boolean): void;
  /** A failure that the run has shown while it went on, if the summary does not name it. */
  addUnnamed(id: string, number: number, isError: boolean): void;
  close(): void;
  readonly count: number;
  /** Of them, errors in the setup or teardown of a test, or while files were collected. */
  readonly errorCount: number;
  failures(): TestFailure[];
}

interface Block {
  title: string;
  message: string[];
  /** Locations in project code, outermost first. */
  locations: SourceLocation[];
  line: number;
  /** The traceback is in Python's own format. */
  isNative: boolean;
}

const title = /^_{2,} (.+?) _{2,}$/;
export const isBlockTitle = (line: string): boolean => title.test(line);

/** `tests/test_a.py:12: AssertionError`, `src/a.py:5: in load`, `src/a.py:5: `. */
const location = /^([^\s:]+\.py):(\d+): ?(.*)$/;
const foreign = /site-packages|dist-packages|\/lib\/python\d|^<|\/_pytest\//;

export function createPytestBlocks(): PytestBlocks {
  const state = openPytestBlocks();
  return {
    open: () => close(state),
    line: (line, number) => readLine(state, line, number),
    addUnnamed(id, line, isError) {
      if (!state.ids.has(`${id} ${isError}`)) this.name(id, '', line, isError);
    },
    name: (id, remaining, line, isError) => name(state, id, remaining, line, isError),
    close: () => close(state),
    get count() {
      return Math.max(state.blockCount, state.namedCount);
    },
    get errorCount() {
      return state.namedCount > state.blockCount ? state.namedErrors : state.errorBlocks;
    },
    failures: () => failures(state),
  };
}

const openPytestBlocks = () => ({
  byTitle: new Map<string, Block[]>(),
  named: [] as { id: string; rest: string; line: number; isError: boolean }[],
  blocks: [] as Block[],
  block: null as Block | null,
  blockCount: 0,
  ids: new Set<string>(),
  namedCount: 0,
  errorBlocks: 0,
  namedErrors: 0,
});
type PytestBlocksState = ReturnType<typeof openPytestBlocks>;

function close(state: PytestBlocksState) {
  if (state.block && state.blockCount <= maxBlocks) {
    const key = keyOf(state.block.title, state.block.title.startsWith('ERROR '));
    const known = state.byTitle.get(key);
    if (known) known.push(state.block);
    else state.byTitle.set(key, [state.block]);
    state.blocks.push(state.block);
  }
  state.block = null;
}

function readLine(state: PytestBlocksState, line: string, number: number) {
  const heading = line.startsWith('__') ? title.exec(line) : null;
  if (heading) {
    close(state);
    state.blockCount += 1;
    if (heading[1]?.startsWith('ERROR ')) state.errorBlocks += 1;
    state.block = { title: heading[1] ?? '', message: [], locations: [], line: number, isNative: false };
  } else if (state.block) readBlockLine(state.block, line);
  else if (location.test(line)) {
    // With `--tb=line` each failure is a single line.
    state.blockCount += 1;
    state.block = { title: '', message: [], locations: [], line: number, isNative: false };
    readBlockLine(state.block, line);
    const message = location.exec(line)?.[3];
    if (message) state.block.message.push(message);
    close(state);
  }
}

function name(state: PytestBlocksState, id: string, remaining: string, line: number, isError: boolean) {
  if (state.ids.size < maxNames) state.ids.add(`${id} ${isError}`);
  state.namedCount += 1;
  if (isError) state.namedErrors += 1;
  if (state.named.length < maxNames) state.named.push({ id, rest: remaining, line, isError });
}

function failures(state: PytestBlocksState): TestFailure[] {
  if (state.named.length === 0) return state.blocks.map((known) => failureOf(known));
  // Lines without names come in the order of the names.
  const lines = state.byTitle.get(keyOf('', false)) ?? [];
  const isPaired = lines.length > 0 && lines.length === state.named.filter(({ isError }) => !isError).length;
  return state.named.map(({ id, rest, line, isError }) => {
    const file = id.split('::', 1)[0] ?? '';
    const [, ...names] = id.split('::');
    const known =
      isPaired && !isError
        ? (lines.shift() ?? null)
        : takeBlock(state.byTitle.get(keyOf(names.join('.') || file, isError)), file);
    const message = rest.replace(/^ - /, '').trim();
    const meaning = known ? failureOf(known) : null;
    const here = known?.locations.findLast(({ path }) => isSameFile(path, file));
    return {
      name: names.length === 0 ? [] : [names.join('::')],
      unnamed: 'could not be collected',
      test: { path: file, line: here?.line ?? null },
      raised: meaning?.raised ?? null,
      message: meaning && meaning.message.length > 0 ? meaning.message : message === '' ? [] : [message],
      sides: noSides,
      line: known?.line ?? line,
    };
  });
}

/**
 * `ERROR at setup of test_a` -> `test_a`; `ERROR collecting tests/test_a.py` -> the path. A test may fail, and
 * then its teardown.
 */
const keyOf = (heading: string, isError: boolean): string =>
  heading
    .replace(/^ERROR (?:at (?:setup|teardown) of|collecting) /, '')
    .replace(/\[gw\d+\].*$/, '')
    .trim() + (isError ? ' (error)' : '');

/** The exception that follows is the one that the test failed with. */
const isChain = (line: string): boolean =>
  line === 'During handling of the above exception, another exception occurred:' ||
  line === 'The above exception was the direct cause of the following exception:';

function readBlockLine(block: Block, line: string): void {
  if (isChain(line)) {
    block.message = [];
    block.locations = [];
    return;
  }
  if (line.startsWith('E ')) {
    const text = line.slice(1).trim();
    if (text !== '' && block.message.length < messageLines) block.message.push(text);
    return;
  }
  const frame = line.startsWith('  File ') ? stackFrame(line) : null;
  block.isNative ||= frame !== null;
  if (block.isNative && /^[A-Za-z_][\w.]*(?:: |$)/.test(line)) block.message.push(line);
  if (block.message.length > messageLines) block.message.length = messageLines;
  const match = frame ? null : location.exec(line);
  const path = frame ? (frame.own?.path ?? '') : plainPath(match?.[1] ?? '');
  if (path === '' || foreign.test(path)) return;
  block.locations.push({ path, line: frame ? (frame.own?.line ?? null) : (match?.[2] ?? null) });
  if (block.locations.length > 60) block.locations.splice(1, 1);
}

/** Takes the block of a test in `file`: tests with the same name in several files share a title. */
function takeBlock(blocks: Block[] | undefined, file: string): Block | null {
  if (!blocks) return null;
  const own = blocks.findIndex(({ locations }) => locations.some(({ path }) => path === file));
  return blocks.splice(Math.max(own, 0), 1)[0] ?? null;
}

function failureOf({ title: heading, message, locations, line }: Block): TestFailure {
  const [words, more] = message;
  return {
    name: heading === '' ? [] : [heading],
    test: locations[0] ?? null,
    raised: locations.at(-1) ?? null,
    message: [words, isInformative(more) ? more : undefined].filter((text) => text !== undefined),
    sides: noSides,
    line,
  };
}

/**
 * Whether a line below the first names the differing values or index, and does not repeat both values in
 * full.
 */
const isInformative = (text: string | undefined): boolean =>
  text !== undefined &&
  /^(?:\+ {1,3}where |At index |\{.*\} != |Left contains |Right contains |assert )/.test(text);
