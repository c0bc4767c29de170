import { z } from 'zod';

const textSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));

/** The parts of nbformat 4 that are read: https://nbformat.readthedocs.io */
const outputSchema = z.looseObject({
  output_type: z.string(),
  text: textSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const cellSchema = z.looseObject({
  cell_type: z.string(),
  source: textSchema.default(''),
  execution_count: z.number().nullish(),
  outputs: z.array(outputSchema).default([]),
});
const notebookSchema = z.looseObject({
  cells: z.array(cellSchema),
  metadata: z.looseObject({ kernelspec: z.looseObject({ name: z.string() }).optional() }).optional(),
});

export interface NotebookCell {
  /** Index among all cells, as in a JSON path. */
  index: number;
  isCode: boolean;
  /** `In [7]`; `null`: the cell was not run. */
  executionCount: number | null;
  source: string;
  /** What the cell printed and displayed as text. */
  output: string;
  error: { name: string; message: string } | null;
  imageCount: number;
}

export interface Notebook {
  cells: readonly NotebookCell[];
  kernel: string | null;
}

/** @returns `null` if the text is not a notebook of version 4 or later */
export function parseNotebook(text: string): Notebook | null {
  const parsed = notebookSchema.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { cells, metadata } = parsed.data;
  return { cells: cells.map(cellOf), kernel: metadata?.kernelspec?.name ?? null };
}

function cellOf(cell: z.output<typeof cellSchema>, index: number): NotebookCell {
  const error = cell.outputs.find(({ output_type: type }) => type === 'error');
  return {
    index,
    isCode: cell.cell_type === 'code',
    executionCount: cell.execution_count ?? null,
    source: cell.source,
    output: cell.outputs.map(({ text, data }) => text ?? plainTextOf(data)).join('\n'),
    error: error ? { name: error.ename ?? 'Error', message: error.evalue ?? '' } : null,
    imageCount: cell.outputs.filter(({ data }) =>
      Object.keys(data ?? {}).some((type) => type.startsWith('image/')),
    ).length,
  };
}

const plainTextOf = (data: Readonly<Record<string, unknown>> = {}): string =>
  textSchema.safeParse(data['text/plain']).data ?? '';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
