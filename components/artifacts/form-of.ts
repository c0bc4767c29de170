import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';

const formOfExtension: Readonly<Record<string, ArtifactType>> = {
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  har: 'json',
  ipynb: 'json',
  webmanifest: 'json',
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  psv: 'table',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  log: 'log',
  diff: 'diff',
  patch: 'diff',
};

/** Lines out of the middle of one are none. */
const documents: readonly (ArtifactType | null)[] = ['json', 'markdown', 'html'];

/** Programs whose results are tables, those that show logs and nothing else, and what asks a program for JSON. */
const printsTables = /(?:^|[|;&(])\s*(?:\w+=[^\s|;&(]+\s+)*(?:psql|mysql|mariadb|sqlite3|duckdb)\s/;
const printsLogs =
  /^\s*(?:sudo )?(?:journalctl|dmesg|(?:docker|podman|kubectl|docker-compose)\s[^|;&]{0,200}\blogs|(?:cat|tail|head)\s[^|;&]{0,200}\.log(?:\.\d+)?)\b[^|;&]*$/;
const printsJson = /\s(?:--json|--format[= ]json|--output[= ]json|-o[= ]?json|-ojson)\b|\bjq\s/;

/** Commands that print changes as a unified diff and nothing else; not their short forms, nor a file of another commit. */
const gitOption = String.raw`\s+-[Cc]\s+\S+|\s+--?(?![Cc]\s)[\w-]+(?:=\S+)?`;
const printsPatch = String.raw`(?:log|stash\s+show)\s(?:[^|;&]{0,400}\s)?(?:-p|-u|--patch)(?=\s|$)`;
const unified = String.raw`diff\s(?:[^|;&]{0,400}\s)?(?:-[a-zA-Z]*[uU]\w*|--unified\S*)(?=\s|$)`;
const printsDiff = new RegExp(
  String.raw`^\s*(?:git(?:${gitOption})*\s+(?:diff|show|${printsPatch})|${unified})(?:\s[^|;&]*)?$`,
);
const printsNoDiff =
  /\s--(?:stat|shortstat|numstat|dirstat|name-only|name-status|summary|check|no-patch|quiet)\b|\s-s\b|\sshow\s(?:[^|;&]{0,400}\s)?[^\s:-][^\s:]{0,400}:\S/;

/**
 * The type whose rich view suits an artifact. The type itself tells where its bytes came from: a file is one whatever is in it,
 * so its name tells, and of an output the command.
 */
export function formOf(
  metadata: Pick<ArtifactMetadata, 'type' | 'title' | 'firstLine' | 'arguments'>,
): ArtifactType {
  if (metadata.type === 'file') return formOfFile(metadata) ?? 'file';
  return metadata.type === 'terminal' ? (formOfCommand(metadata) ?? 'terminal') : metadata.type;
}

function formOfFile({
  title,
  firstLine,
}: Pick<ArtifactMetadata, 'title' | 'firstLine'>): ArtifactType | null {
  // Logs that were put away have a number behind it: `app.log.1`.
  const extension = /\.([a-z]+)(?:\.\d+)?$/i.exec(title)?.[1]?.toLowerCase() ?? '';
  const form = Object.hasOwn(formOfExtension, extension) ? (formOfExtension[extension] ?? null) : null;
  return documents.includes(form) && firstLine > 1 ? null : form;
}

function formOfCommand({ arguments: given }: Pick<ArtifactMetadata, 'arguments'>): ArtifactType | null {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return null;
  const { command } = given;
  if (typeof command !== 'string') return null;
  if (printsJson.test(command)) return 'json';
  if (printsLogs.test(command)) return 'log';
  if (printsDiff.test(command) && !printsNoDiff.test(command)) return 'diff';
  return printsTables.test(`${command} `) ? 'table' : null;
}
