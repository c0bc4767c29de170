/** What the tasks ask for: written into the repository's files, and compared with the answers. */
export const facts = {
  /** In `logs/orders.log`: the only order whose payment was abandoned. */
  givenUpOrder: 'ORD-58213',
  /** In `logs/worker.log`: the file that throws the TypeError. */
  errorFile: 'src/tariffs.js',
  errorLine: 87,
  /** In `pnpm-lock.yaml`. */
  package: 'quay-parser',
  packageVersion: '2.7.4',
  /** In `data/shipments.json`. */
  shipment: 'SHP-20417',
  carrier: 'Norrland Freight',
  /** In `changes/review.diff`: the added line that logs card numbers. */
  leakingLine: "audit.write('refund', { card: card.number });",
  /** In `logs/access.log`: the slowest request. */
  slowPath: '/api/exports/yearly',
  slowMs: 28_417,
  /** In `logs/build.log`: number of compiler errors. */
  buildErrors: 37,
} as const;
