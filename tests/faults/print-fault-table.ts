import { printReport, type ReportRow } from '#scripts/bench/report.ts';
import type { FaultRun } from './run-faults.ts';
import type { Round } from './run-round.ts';

/** Prints what was tried, and every violation. @returns whether all of it was tried, without one */
export function printFaultTable(runs: readonly FaultRun[]): boolean {
  const rows = runs.flatMap(({ deployment, rounds }) => {
    const alone = Map.groupBy(
      rounds.filter(({ faults }) => faults.length === 1),
      ({ faults }) => faults[0]?.name ?? '',
    );
    const combined = rounds.filter(({ faults }) => faults.length > 1);
    return [
      ...[...alone].map(([name, group]) => rowOf(deployment, name, group)),
      ...(combined.length > 0 ? [rowOf(deployment, 'two or three at once', combined)] : []),
    ];
  });
  const all = runs.flatMap(({ rounds }) => rounds);
  printReport({
    title: 'Faults',
    method:
      'Counts; and the longest times in s: of an answer by a server that ran all the while, of the end of a server that was asked to, and from the end of the faults until no run was left.',
    goal: 'no violation',
    columns,
    rows: [...rows, rowOf('all', '', all)],
  });
  for (const { deployment, rounds, untried, differences } of runs) {
    for (const text of differences) console.log(`VIOLATION ${deployment}: ${text}`);
    for (const { name, violations, losses } of rounds) {
      for (const text of violations) console.log(`VIOLATION ${deployment}, ${name}: ${text}`);
      for (const text of losses) console.log(`lost by Redis: ${deployment}, ${name}: ${text}`);
    }
    if (untried.length > 0)
      console.log(
        `${deployment}: no time for ${untried.map(({ name }) => name).join(', ')}; give more --minutes`,
      );
  }
  const violations = [...all.map((round) => round.violations), ...runs.map((run) => run.differences)].flat()
    .length;
  console.log(`\n${all.length} rounds, ${violations} violations`);
  return violations === 0 && all.length > 0 && runs.every(({ untried }) => untried.length === 0);
}

const columns = [
  ...['store', 'fault', 'rounds', 'messages', 'sent again', 'runs', 'completed', 'interrupted', 'failed'],
  ...['events', 'connections', 'artifacts', 'steps', 'answer', 'end', 'quiet after', 'lost', 'violations'],
];

function rowOf(deployment: string, fault: string, rounds: readonly Round[]): ReportRow {
  const sum = (figure: (round: Round) => number) => rounds.reduce((total, round) => total + figure(round), 0);
  const longest = (figure: (round: Round) => number) =>
    Math.round(Math.max(0, ...rounds.map(figure)) / 100) / 10;
  const outcome = (name: string) => sum(({ runs }) => runs[name] ?? 0);
  const runCount = sum(({ runs }) => Object.values(runs).reduce((total, count) => total + count, 0));
  const [completed, interrupted] = [outcome('completed'), outcome('interrupted')];
  const figures = [
    ...[rounds.length, sum((round) => round.messages), sum((round) => round.repeats), runCount],
    ...[completed, interrupted, runCount - completed - interrupted],
    ...[sum((round) => round.events), sum((round) => round.connections), sum((round) => round.artifacts)],
    ...[sum((round) => round.steps), longest(({ longestAnswerMs }) => longestAnswerMs)],
    ...[longest(({ longestEndMs }) => longestEndMs), longest(({ quietMs }) => quietMs)],
    ...[sum((round) => round.losses.length), sum((round) => round.violations.length)],
  ];
  return {
    cells: [deployment, fault, ...figures.map((figure) => figure.toLocaleString('en-US'))],
    isMet: rounds.every(({ violations }) => violations.length === 0),
  };
}
