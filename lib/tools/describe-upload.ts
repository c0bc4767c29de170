import { fileTypeFromBuffer } from 'file-type';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import { formOfFile } from '../split/form.ts';
import { sniffEncoding } from '../stores/line-index.ts';
import { describeFile } from './file-description.ts';
import { imageFormat } from './image-format.ts';
import { isPdf } from './is-pdf.ts';
import type { ResultDescription } from './tool-result.ts';

/** How many first bytes say what a file is: `file-type` looks at so many. */
export const describedBytes = 4_100;

/**
 * What a member uploaded, by its first bytes: a name can claim anything.
 * @param name a name or a path; empty: a text was pasted
 */
export async function describeUpload(name: string, head: Uint8Array): Promise<ResultDescription> {
  if (name === '' && sniffEncoding(head) !== null) return pastedText;
  const description = describeFile(name || 'Unnamed file', 1, null);
  if (isPdf(head)) return { ...description, type: 'pdf', mimeType: 'application/pdf', language: null };
  const format = imageFormat(head);
  if (format !== null && format !== 'svg')
    return { ...description, type: 'image', mimeType: `image/${format}`, language: null };
  if (sniffEncoding(head) !== null) return description;
  const found = await fileTypeFromBuffer(head);
  return {
    ...description,
    type: 'binary',
    mimeType: found?.mime ?? 'application/octet-stream',
    language: null,
  };
}

/**
 * What a program shows under a title of its own, which may end like the name of a file.
 * @param shown.title one line
 * @param shown.form what it says of a text; the bytes decide whether it is one
 */
export async function describeShown(
  { title, form }: { title: string; form: ArtifactType | null },
  head: Uint8Array,
): Promise<ResultDescription> {
  const named = await describeUpload(title, head);
  if (named.type !== 'file') return named;
  if (form === 'diff' || form === 'terminal') return { ...pastedText, type: form, title: named.title };
  const isPlainText = named.language === null && formOfFile(named) === 'file';
  return isPlainText ? { ...pastedText, title: named.title } : named;
}

/** Text without a name. */
const pastedText: ResultDescription = {
  ...describeFile('Pasted text', 1, null),
  type: 'text',
  files: [],
};

/** The last part of a path of any system; empty if there was no name at all. */
export function baseName(name: string): string {
  if (name === '') return '';
  const base = name.split(/[/\\]/).findLast((part) => part.trim() !== '' && part !== '.' && part !== '..');
  return base === undefined ? 'Unnamed file' : cutText(base.trim(), limits.pathComponentBytes);
}
