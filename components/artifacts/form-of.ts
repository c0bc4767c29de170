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
};

/** Programs whose results are tables, and what asks a program for JSON. */
const printsTables = /(?:^|[|;&(])\s*(?:\w+=\S+\s+)*(?:psql|mysql|mariadb|sqlite3|duckdb)\s/;
const printsJson = /\s(?:--json|--format[= ]json|--output[= ]json|-o[= ]?json|-ojson)\b|\bjq\s/;

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
  const extension = /\.([a-z]+)$/i.exec(title)?.[1]?.toLowerCase() ?? '';
  const form = Object.hasOwn(formOfExtension, extension) ? (formOfExtension[extension] ?? null) : null;
  // Lines out of the middle of a document are none.
  return form === 'json' && firstLine > 1 ? null : form;
}

function formOfCommand({ arguments: given }: Pick<ArtifactMetadata, 'arguments'>): ArtifactType | null {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return null;
  const { command } = given;
  if (typeof command !== 'string') return null;
  if (printsJson.test(command)) return 'json';
  return printsTables.test(`${command} `) ? 'table' : null;
}
