import type { CallRow, LedgerRow, StepRow } from '../core/ledger-row.ts';
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

export const printLedgerHead = (kind: LedgerRow['kind']): string =>
  printRow((kind === 'call' ? callColumns : stepColumns).map(([name]) => name));

/** Entries of one kind, in full figures; what is not known is an empty cell. */
export const printLedgerRows = (rows: readonly LedgerRow[], kind: LedgerRow['kind']): string =>
  kind === 'call'
    ? print(
        callColumns,
        rows.filter((row) => row.kind === 'call'),
      )
    : print(
        stepColumns,
        rows.filter((row) => row.kind === 'step'),
      );

const print = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => printRow(columns.map(([, read]) => toCell(read(row))))).join('');

const toCell = (cell: Cell): string | number =>
  cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell;
