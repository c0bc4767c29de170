import type { CallRow, LedgerPage, LedgerRow, StepRow } from '#lib/core/api/ledger-row.ts';
import { printRow } from './csv-row.ts';

type Cell = string | number | boolean | null;
type Columns<Row> = readonly (readonly [name: string, read: (row: Row) => Cell])[];

const first = [
  ['id', ({ id }) => id],
  ['timestamp', ({ timestamp }) => timestamp],
  ['conversationId', ({ conversation }) => conversation?.id ?? null],
  ['conversationTitle', ({ conversation }) => conversation?.title ?? null],
  ['member', ({ member }) => member],
] as const satisfies Columns<LedgerRow>;

const callColumns: Columns<CallRow> = [
  ...first,
  ['stepId', ({ stepId }) => stepId],
  ['toolName', ({ toolName }) => toolName],
  ['title', ({ title }) => title],
  ['artifactId', ({ artifactId }) => artifactId],
  ['success', ({ success }) => success],
  ['isReversal', ({ isReversal }) => isReversal],
  ['fullTokens', ({ fullTokens }) => fullTokens],
  ['isEstimated', ({ isEstimated }) => isEstimated],
  ['sentTokens', ({ sentTokens }) => sentTokens],
  ['withheldTokens', ({ withheldTokens }) => withheldTokens],
  ['avoidedTokens', ({ avoidedTokens }) => avoidedTokens],
  ['recalls', ({ recalls }) => recalls],
  ['recalledTool', ({ recalledTool }) => recalledTool],
];

const stepColumns: Columns<StepRow> = [
  ...first,
  ['model', ({ model }) => model],
  ['inputTokens', ({ usage }) => usage.inputTokens],
  ['cacheReadTokens', ({ usage }) => usage.cacheReadTokens],
  ['cacheWriteTokens', ({ usage }) => usage.cacheWriteTokens],
  ['outputTokens', ({ usage }) => usage.outputTokens],
  ['reasoningTokens', ({ usage }) => usage.reasoningTokens],
  ['countedTokens', ({ countedTokens }) => countedTokens],
  ['carriedTokens', ({ carriedTokens }) => carriedTokens],
  ['recallTokens', ({ recallTokens }) => recallTokens],
  ['overheadTokens', ({ overheadTokens }) => overheadTokens],
  ['isRecall', ({ isRecall }) => isRecall],
  ['inputPrice', ({ price }) => price?.input ?? null],
  ['cachedInputPrice', ({ price }) => price?.cachedInput ?? null],
  ['outputPrice', ({ price }) => price?.output ?? null],
  ['costMicrodollars', ({ costMicrodollars }) => costMicrodollars],
  ['netMicrodollars', ({ netMicrodollars }) => netMicrodollars],
];

/** Ledger entries of one kind, read page by page: unrounded figures, and an empty cell for unknown values. */
export function streamLedgerCsv(
  kind: LedgerRow['kind'],
  first: LedgerPage,
  readNext: (cursor: string) => Promise<LedgerPage>,
): ReadableStream {
  const encoder = new TextEncoder();
  const names = (kind === 'call' ? callColumns : stepColumns).map(([name]) => name);
  let page: LedgerPage | null = null;
  return new ReadableStream({
    async pull(controller) {
      if (page === null) controller.enqueue(encoder.encode(printRow(names)));
      page = page?.cursor ? await readNext(page.cursor) : first;
      const text = page.entries.map(printLedgerRow).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (page.cursor === null) controller.close();
    },
  });
}

const printLedgerRow = (row: LedgerRow): string =>
  row.kind === 'call' ? print(callColumns, row) : print(stepColumns, row);

const print = <Row>(columns: Columns<Row>, row: Row): string =>
  printRow(columns.map(([, read]) => toCell(read(row))));

const toCell = (cell: Cell): string | number =>
  cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell;
