import { parseArgs } from 'node:util';
import { createBelongings } from './bench/belongings.ts';
import type { Bench } from './bench/bench.ts';
import { describeMachine } from './bench/describe-machine.ts';
import { acceptFigures, compareWithAccepted } from './bench/guard.ts';
import { printReport, type Report } from './bench/report.ts';
import { measureArtifacts } from './bench/tables/artifacts.ts';
import { measureChatCards } from './bench/tables/chat-cards.ts';
import { measureColdStart } from './bench/tables/cold-start.ts';
import { measureCommandFlood } from './bench/tables/command-flood.ts';
import { measureCommandHostile } from './bench/tables/command-hostile.ts';
import { measureCommandNetwork } from './bench/tables/command-network.ts';
import { measureCommandOutput } from './bench/tables/command-output.ts';
import { measureCommandStart } from './bench/tables/command-start.ts';
import { measureFirstToken } from './bench/tables/first-token.ts';
import { measureGateway } from './bench/tables/gateway.ts';
import { measureLedger } from './bench/tables/ledger.ts';
import { measureLines } from './bench/tables/lines.ts';
import { measureLoadArtifacts } from './bench/tables/load-artifacts.ts';
import { measureLoadProcesses } from './bench/tables/load-processes.ts';
import { measureLoadRuns } from './bench/tables/load-runs.ts';
import { measureLoadSoak } from './bench/tables/load-soak.ts';
import { measureLoadViewers } from './bench/tables/load-viewers.ts';
import { measureMcp } from './bench/tables/mcp.ts';
import { measurePanelGrowth } from './bench/tables/panel-growth.ts';
import { measurePanelLive } from './bench/tables/panel-live.ts';
import { measurePanelLog } from './bench/tables/panel-log.ts';
import { measurePanelOpen } from './bench/tables/panel-open.ts';
import { measurePanelScroll } from './bench/tables/panel-scroll.ts';
import { measureSearch } from './bench/tables/search.ts';
import { measureSplitAnswers } from './bench/tables/split-answers.ts';
import { measureSplitGrowth } from './bench/tables/split-growth.ts';
import { measureSplitSpeed } from './bench/tables/split-speed.ts';
import { measureSplitTruth } from './bench/tables/split-truth.ts';
import { measureTeamLive } from './bench/tables/team-live.ts';
import { measureUpload } from './bench/tables/upload.ts';
import { measureViewers } from './bench/tables/viewers.ts';
import { buildApp } from './build-app.ts';
import { chromiumPackage } from './chromium.ts';
import { requireSystemPackages } from './system-packages.ts';

/**
 * `npm run bench -- guard` measures a few tables quickly and fails if a figure is worse than the last
 * accepted one; with `--accept` it stores the new figures instead.
 * `npm run bench [-- --quick] [-- artifacts | lines | first-token | viewers | command-start …]` measures, and
 * prints beside each figure whether its goal is met. A missed goal is a result; only a failed measurement is
 * a failure.
 */
const tables = {
  'cold-start': measureColdStart,
  artifacts: measureArtifacts,
  lines: measureLines,
  'first-token': measureFirstToken,
  viewers: measureViewers,
  upload: measureUpload,
  mcp: measureMcp,
  gateway: measureGateway,
  'command-start': measureCommandStart,
  'command-network': measureCommandNetwork,
  'command-flood': measureCommandFlood,
  'command-hostile': measureCommandHostile,
  'command-output': measureCommandOutput,
  'panel-open': measurePanelOpen,
  'panel-scroll': measurePanelScroll,
  'panel-log': measurePanelLog,
  'panel-growth': measurePanelGrowth,
  'panel-live': measurePanelLive,
  'chat-cards': measureChatCards,
  'team-live': measureTeamLive,
  ledger: measureLedger,
  search: measureSearch,
  'load-viewers': measureLoadViewers,
  'load-runs': measureLoadRuns,
  'load-artifacts': measureLoadArtifacts,
  'load-processes': measureLoadProcesses,
  'load-soak': measureLoadSoak,
  'split-answers': measureSplitAnswers,
  'split-truth': measureSplitTruth,
  'split-speed': measureSplitSpeed,
  'split-growth': measureSplitGrowth,
} satisfies Record<string, (bench: Bench) => Promise<Report>>;

const guardedTables: readonly TableName[] = [
  'cold-start',
  'artifacts',
  'first-token',
  'viewers',
  'chat-cards',
];

/** These run in this process, or build by themselves. */
const needsNoBuild = new Set<TableName>([
  'cold-start',
  'split-answers',
  'split-truth',
  'split-speed',
  'split-growth',
]);

type TableName = keyof typeof tables;
/** What is measured only by name: together it takes the better part of an hour. */
const isLong = (name: TableName) => name.startsWith('load-');
const names = Object.keys(tables) as TableName[];

/** @param measure creates one table, and removes what it needed */
async function run(
  wanted: readonly TableName[],
  measure: (name: TableName) => Promise<Report>,
): Promise<Report[]> {
  console.log(describeMachine());
  let met = 0;
  let missed = 0;
  const reports: Report[] = [];
  for (const name of wanted) {
    if (!needsNoBuild.has(name)) await buildApp();
    const report = await measure(name);
    reports.push(report);
    printReport(report);
    for (const { isMet } of report.rows) {
      if (isMet === true) met += 1;
      if (isMet === false) missed += 1;
    }
  }
  console.log(`\n${met} goals met, ${missed} missed, in ${Math.round(performance.now() / 1000)} s`);
  return reports;
}

/** @returns whether nothing is worse than the last accepted figures */
function guard(reports: readonly Report[], isAccepted: boolean): boolean {
  if (isAccepted) {
    acceptFigures(reports);
    console.log('\nAccepted.');
    return true;
  }
  const report = compareWithAccepted(reports);
  printReport(report);
  return report.rows.every(({ isMet }) => isMet !== false);
}

interface CommandLine {
  isQuick: boolean;
  isGuard: boolean;
  isAccepted: boolean;
  wanted: readonly TableName[];
}

function readCommandLine(): CommandLine {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, accept: { type: 'boolean', default: false } },
  });
  const isAccepted = values.accept;
  if (positionals.length === 1 && positionals[0] === 'guard')
    return { isQuick: true, isGuard: true, isAccepted, wanted: guardedTables };
  if (isAccepted) throw new Error('--accept goes with guard');
  const unknown = positionals.find((name) => !(name in tables));
  if (unknown !== undefined) throw new Error(`There is no table ${unknown}. There are: ${names.join(', ')}.`);
  const chosen = names.filter((name) => positionals.includes(name));
  const wanted = chosen.length > 0 ? chosen : names.filter((name) => !isLong(name));
  return { isQuick: values.quick, isGuard: false, isAccepted, wanted };
}

/** @returns the exit code */
async function main(): Promise<number> {
  const { isQuick, isGuard, isAccepted, wanted } = readCommandLine();
  if (wanted.some((name) => !name.startsWith('split-'))) {
    requireSystemPackages(['redis-server', 'bubblewrap', chromiumPackage]);
  }
  let belongings = createBelongings();
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    await belongings.removeAll();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const reports = await run(wanted, async (name) => {
      belongings = createBelongings();
      return await tables[name]({ isQuick, belongings }).finally(belongings.removeAll);
    });
    return !isGuard || guard(reports, isAccepted) ? 0 : 1;
  } catch (error) {
    // Errors caused by its servers just being stopped are expected.
    if (!isStopped) throw error;
    await belongings.removeAll();
    return 130;
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`\nCould not measure: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  },
);
