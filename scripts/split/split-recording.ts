import { limits } from '#lib/core/limits.ts';
import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import type { Problem } from '#lib/core/vocabulary/problem.ts';
import type { ViewFact } from '#lib/core/vocabulary/view-fact.ts';
import { problemsIn } from '#lib/split/problems-in.ts';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { displayedView, type SplitLevel, split } from '#lib/split/split.ts';
import type { Subject } from '#lib/split/summarizer.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { viewFactsOf } from '#lib/split/view-facts.ts';
import { describeFile } from '#lib/tools/file-description.ts';
import { countFullTokens } from '#lib/tools/full-tokens.ts';
import { createTextIngest } from '#lib/tools/text-ingest.ts';
import { titleOfCommand } from '#lib/tools/title-of-command.ts';

export interface Recording {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  exitCode: number | null;
  level: SplitLevel;
  bytes: Uint8Array;
  /** By which the view names it. */
  artifactId?: string;
  /** Treats it as too long to keep in memory, and so too long to send whole. */
  isSummarized?: true;
}

export interface RecordedView {
  text: string;
  tokens: number;
  /** `null`: it is not text. */
  fullTokens: number | null;
  kind: string;
  facts: ViewFact[];
  /** The failures that people see for a failed command. */
  problems: Problem[];
}

/** Has as many tokens as the median of random IDs, 17, so that a view counts as it would when sent. */
export const sampleArtifactId = 'art_sgele7g32lhrfu6uf5eqfmi7fa';

/** Splits recorded output as its tool would: through the same ingest and the same split. */
export async function splitRecording({
  tool,
  args,
  exitCode,
  level,
  bytes,
  isSummarized,
  artifactId = sampleArtifactId,
}: Recording): Promise<RecordedView> {
  const subject = subjectOfRecording(tool, args, exitCode);
  const kind = kindOf(tool);
  const { count } = await loadTokenizer();
  const secrets = { known: [], names: createSecretNames() };
  const ingest = createTextIngest(subject, () => createSecretMasker(secrets).mask);
  for (let start = 0; start < bytes.length; start += limits.artifactChunkBytes) {
    await ingest.push(bytes.subarray(start, start + limits.artifactChunkBytes));
  }
  const found = await ingest.finish();
  const text = isSummarized ? { ...found, whole: null } : found;
  const understood = text.lineCount === null ? null : await text.understand({ exitCode, counts: null });
  const { fullTokens } = await countFullTokens(text, subject.type, {
    byteLength: bytes.length,
    readBytes: async (from, to) => bytes.subarray(from, to),
  });
  const isFailure = exitCode !== null && exitCode !== 0;
  const noMatch = subject.type === 'matches' && exitCode === 1;
  const full = {
    ...text,
    ...subject,
    title: createSecretMasker(secrets).mask(subject.title),
    counts: null,
    fullTokens,
    outcome: exitCode !== null && !noMatch && (kind.runs || isFailure) ? `exit ${exitCode}` : null,
    understood,
  };
  const view = (kind.isForPeople ? displayedView : split)(full, {
    level,
    budgetTokens: null,
    widened: new Map(),
    canRecall: true,
    artifactId,
    count,
  });
  for (const fault of view.faults) console.error(fault);
  const { text: sent } = await forModel(view.text.toWellFormed(), secrets);
  return {
    text: sent,
    tokens: count(sent),
    fullTokens,
    kind: view.summarizer ?? 'whole',
    facts: viewFactsOf(view),
    problems: understood && isFailure ? problemsIn(understood, exitCode) : [],
  };
}

/** What a call says about its result, before it is read. */
export const subjectOfRecording = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  exitCode: number | null,
): Subject => ({ tool, args, ...kindOf(tool).describe(args, exitCode) });

function kindOf(tool: string): Kind {
  const kind = Object.hasOwn(kinds, tool) ? kinds[tool] : undefined;
  if (!kind) throw new Error(`No such tool: ${tool}. There are: ${Object.keys(kinds).join(', ')}`);
  return kind;
}

interface Kind {
  describe(
    args: Readonly<Record<string, unknown>>,
    exitCode: number | null,
  ): Pick<Subject, 'type' | 'title' | 'language' | 'firstLine'>;
  /** Its exit code is part of its result. */
  runs?: true;
  isForPeople?: true;
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const plainly = (type: ArtifactType, title: string) => ({ type, title, language: null, firstLine: 1 });
/** The message of a failed tool is not a file, and not a diff. */
const unlessFailed = (type: ArtifactType, exitCode: number | null): ArtifactType =>
  exitCode === null || exitCode === 0 ? type : 'terminal';

const file: Kind = {
  describe(args, exitCode) {
    const start = typeof args.startLine === 'number' ? args.startLine : 1;
    const { title, language } = describeFile(textOf(args.path, 'file'), start, null);
    return { type: unlessFailed('file', exitCode), title, language, firstLine: start };
  },
};
const change: Kind = {
  describe: (args, exitCode) => ({
    ...plainly(unlessFailed('diff', exitCode), textOf(args.path, 'patch')),
    language: 'diff',
  }),
};
const command: Kind = {
  describe: (args) => plainly('terminal', titleOfCommand(textOf(args.command, 'command'))),
  runs: true,
};

const kinds: Record<string, Kind> = {
  render_file_contents: { ...file, isForPeople: true },
  run_and_display: { ...command, isForPeople: true },
  display_image: { describe: (args) => plainly('image', textOf(args.path, 'image')), isForPeople: true },
  embed_media: { describe: (args) => plainly('media', textOf(args.url, 'media')), isForPeople: true },
  read_file: file,
  list_files: {
    describe: (args, exitCode) => plainly(unlessFailed('tree', exitCode), textOf(args.path, '.')),
  },
  grep_file: { describe: (args) => plainly('matches', textOf(args.pattern, 'search')) },
  edit_file: change,
  apply_patch: change,
  create_file: change,
  run_pty_cmd: command,
  execute_code: {
    describe: (args) => plainly('terminal', textOf(args.language, 'code')),
    runs: true,
  },
  recall_output: { describe: (args) => plainly('text', textOf(args.artifactId, 'recall')) },
  mcp_result: {
    describe: (args) => plainly('json', textOf(args.tool, textOf(args.method, 'result'))),
  },
};
