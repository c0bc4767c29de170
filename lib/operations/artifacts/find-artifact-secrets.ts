import { expired } from '#lib/core/errors.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ShareSecrets } from '#lib/core/vocabulary/share.ts';
import type { KnownSecret } from '#lib/split/secrets/known-secret.ts';
import { createSecretSearch, type SearchStage } from '#lib/split/secrets/search-secrets.ts';
import { createSecretNames, fingerprintOf } from '#lib/split/secrets/secret-names.ts';
import { byteRangeOfLines } from '#lib/stores/byte-range-of-lines.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { textOfArtifact } from '#lib/tools/text-of-artifact.ts';
import { readApp } from './read-app.ts';
import { readShareLines } from './share-lines.ts';
import { readTextPieces } from './text-pieces.ts';

const maxSecrets = 1_000;

interface Searched {
  stores: Pick<Stores, 'artifacts'>;
  /** Of the server, and of the workspace that it came from. */
  known: readonly KnownSecret[];
}

/**
 * Possible secrets in an artifact or in some of its lines: in the text (also that of a PDF), in the call's arguments that a
 * shared copy shows, and in what the page of an app is sent.
 * @param signal ends the search when nobody waits for it any more
 * @throws VitrineError `artifact_expired`, `artifact_writing`, `invalid_lines`, `not_text`
 */
export async function findArtifactSecrets(
  { stores, known }: Searched,
  metadata: ArtifactMetadata,
  lines: string | undefined,
  signal: AbortSignal,
): Promise<ShareSecrets> {
  const range = readShareLines(metadata, lines);
  const source =
    metadata.state === 'expired' ? null : await textOfArtifact(stores.artifacts, metadata, signal);
  const location = source && (await byteRangeOfLines(source.artifacts, source.metadata, range));
  if (source === null || location === null) throw expired();
  const tally = createTally();
  const call = [metadata.title, ...textsOf(metadata.arguments)].join('\n');
  const callSearch = await createSearch(known)(call);
  for (const stage of callSearch.stages) tally.add(stage, null, 'call');
  if (metadata.app && range === null) {
    // Of one that is gone, nothing is shared.
    const app = await readApp({ stores }, metadata).catch(() => null);
    for (const text of app ? [JSON.stringify([app.arguments, app.result, app.tool]), app.html] : []) {
      const sent = await createSearch(known)(text);
      for (const stage of sent.stages) tally.add(stage, null, 'text');
    }
  }
  if (source.metadata.lineCount === null) return tally.read(source.isWhole);

  const search = createSearch(known);
  // What was extracted has other lines than people see.
  let line = metadata.lineCount === null ? null : (range?.from ?? metadata.firstLine);
  for await (const piece of readTextPieces(source.artifacts, source.metadata, location)) {
    if (signal.aborted || tally.isFull()) break;
    const { stages } = await search(piece);
    const [first] = stages.map((stage) => tally.add(stage, line, 'text'));
    line = first ?? line;
  }
  return tally.read(source.isWhole);
}

const createSearch = (known: readonly KnownSecret[]) =>
  createSecretSearch({ known, names: createSecretNames() });

/**
 * The texts a copy shows of the call: its arguments as JSON, and strings that JSON escapes also as they are.
 */
function textsOf(callArguments: ArtifactMetadata['arguments']): string[] {
  const strings = Object.values(callArguments ?? {}).filter((value) => typeof value === 'string');
  return [JSON.stringify(callArguments), ...strings.filter((text) => JSON.stringify(text) !== `"${text}"`)];
}

/** Counts each distinct secret once. */
function createTally() {
  const kinds = new Map<string, { line: number | null; foundIn: 'call' | 'text'; seen: Set<string> }>();
  let size = 0;
  return {
    isFull: () => size >= maxSecrets,
    /** @returns the line where the next piece starts; `null`: the text has no line numbers of the artifact */
    add<Line extends number | null>(
      { text, secrets }: SearchStage,
      firstLine: Line,
      foundIn: 'call' | 'text',
    ): Line {
      let line: number | null = firstLine;
      let newline = line === null ? -1 : text.indexOf('\n');
      const goTo = (end: number) => {
        for (; newline !== -1 && newline < end && line !== null; line += 1) {
          newline = text.indexOf('\n', newline + 1);
        }
      };
      for (const { start, end, kind, identity = text.slice(start, end) } of secrets) {
        goTo(start);
        const current = kinds.get(kind) ?? { line, foundIn, seen: new Set() };
        // Each set of rules scans the whole piece.
        if (line !== null && current.line !== null) current.line = Math.min(current.line, line);
        kinds.set(kind, current);
        if (identity === null || size >= maxSecrets) continue;
        size -= current.seen.size;
        current.seen.add(fingerprintOf(identity));
        size += current.seen.size;
      }
      goTo(text.length);
      return line as Line;
    },
    read: (isWhole: boolean): ShareSecrets => ({
      kinds: [...kinds]
        .map(([kind, { line, foundIn, seen }]) => ({
          kind,
          line,
          ...(line === null && foundIn === 'text' ? { isInText: true as const } : {}),
          count: Math.max(1, seen.size),
        }))
        .sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      isCut: size >= maxSecrets,
      isUnread: !isWhole,
    }),
  };
}
