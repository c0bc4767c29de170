import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkSaid } from '#lib/replay/checks.ts';
import type { ReplayTask } from '#lib/replay/task.ts';
import { readingTask } from './reading-task.ts';

const exportCount = 11;
const rowCount = 760;
const pathOf = (number: number) => `exports/day-${String(number).padStart(2, '0')}.json`;
const paths = Array.from({ length: exportCount }, (_, index) => pathOf(index + 1));
const carriers = ['Baltic Cargo', 'Fjord Express', 'Nordpost', 'Hansa Linie'] as const;

interface Replacement {
  name: string;
  title: string;
  seed: number;
  shipment: string;
  carrier: string;
  /** The day of the replaced shipment, and its row. */
  day: number;
  at: number;
}

/** On the last day one shipment replaces another of an earlier day. */
function files({ seed, shipment, carrier, day, at }: Replacement): Record<string, string> {
  const { below, pick } = createSeeded(seed);
  const row = (number: number, index: number): string => {
    const isWanted = number === day && index === at;
    const isLast = number === exportCount && index === rowCount - 20;
    const fields = {
      id: isWanted ? shipment : `SHP-${number * 1_000 + index}`,
      carrier: isWanted ? carrier : pick(carriers),
      status: pick(['in transit', 'delivered', 'at depot']),
      grams: 100 + below(20_000),
      zone: below(260),
    };
    return `  ${JSON.stringify(isLast ? { ...fields, replaces: shipment } : fields)}`;
  };
  return Object.fromEntries(
    paths.map((path, index) => [
      path,
      `[\n${Array.from({ length: rowCount }, (_, at) => row(index + 1, at)).join(',\n')}\n]\n`,
    ]),
  );
}

const taskOf = (replacement: Replacement): ReplayTask =>
  readingTask({
    name: replacement.name,
    title: replacement.title,
    kind: 'long',
    family: 'replaced',
    goal: `Read the exports of ${exportCount} days (${paths[0]} to ${paths.at(-1)}). On the last day one shipment replaces another. Which carrier had the one that was replaced? Answer with the carrier's name alone.`,
    files: () => files(replacement),
    paths,
    program: `const rows = (await Promise.all(${JSON.stringify(paths)}.map((path) => tools.read_file({ path })))).flatMap((text) => JSON.parse(text)); const { replaces } = rows.find((row) => row.replaces); return rows.find((row) => row.id === replaces).carrier;`,
    afterwards: [
      { recall: '"replaces"', of: pathOf(exportCount) },
      { recall: replacement.shipment, of: pathOf(replacement.day) },
      `quote \`"id":"${replacement.shipment}"\``,
    ],
    check: (end) =>
      checkSaid(end, [replacement.carrier]) ??
      (carriers.some((carrier) => end.answer.includes(carrier))
        ? 'the answer names other carriers too'
        : null),
  });

export const replacedShipment: readonly ReplayTask[] = [
  {
    ...{ name: 'replaced-shipment', title: 'Find who carried a shipment that was replaced', seed: 151 },
    ...{ shipment: 'SHP-77310', carrier: 'Norrland Freight', day: 3, at: 266 },
  },
  {
    ...{ name: 'replaced-parcel', title: 'Find who carried a parcel of the first day', seed: 152 },
    ...{ shipment: 'SHP-78455', carrier: 'Kattegat Lines', day: 1, at: 41 },
  },
].map(taskOf);
