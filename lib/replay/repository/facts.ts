/** What the tasks ask for: put into the repository's files as they are made, and held against the answers. */
export const facts = {
  /** In `logs/orders.log`: the one order whose payment was given up. */
  givenUpOrder: 'ORD-58213',
  /** In `logs/worker.log`: where the TypeError comes from. */
  errorFile: 'src/tariffs.js',
  errorLine: 87,
  /** In `pnpm-lock.yaml`. */
  package: 'quay-parser',
  packageVersion: '2.7.4',
  /** In `data/shipments.json`. */
  shipment: 'SHP-20417',
  carrier: 'Norrland Freight',
  /** In `changes/review.diff`: the added line that writes card numbers down. */
  leakingLine: "audit.write('refund', { card: card.number });",
  /** In `logs/access.log`: the slowest request. */
  slowPath: '/api/exports/yearly',
  slowMs: 28_417,
  /** In `logs/build.log`: errors of the compiler. */
  buildErrors: 37,
} as const;
