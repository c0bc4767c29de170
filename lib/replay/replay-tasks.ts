import type { ReplayTask } from './task.ts';
import { countBuildFailures } from './tasks/count-build-failures.ts';
import { editConfig } from './tasks/edit-config.ts';
import { fixFailingTest } from './tasks/fix-failing-test.ts';
import { auditLocks } from './tasks/long/audit-locks.ts';
import { drainQueue } from './tasks/long/drain-queue.ts';
import { raiseLimits } from './tasks/long/raise-limits.ts';
import { repairSuite } from './tasks/long/repair-suite.ts';
import { replacedShipment } from './tasks/long/replaced-shipment.ts';
import { reviewChanges } from './tasks/long/review-changes.ts';
import { slowestOfHosts } from './tasks/long/slowest-of-hosts.ts';
import { traceAcrossServices } from './tasks/long/trace-across-services.ts';
import { originOfError } from './tasks/origin-of-error.ts';
import { questionOfLog } from './tasks/question-of-log.ts';
import { readJsonAnswer } from './tasks/read-json-answer.ts';
import { renameSymbol } from './tasks/rename-symbol.ts';
import { reviewDiff } from './tasks/review-diff.ts';
import { shortTasks } from './tasks/short/short-tasks.ts';
import { slowRequest } from './tasks/slow-request.ts';
import { versionInLockFile } from './tasks/version-in-lock-file.ts';

/** Read or print over 200,000 tokens each, were it not for the split. */
export const longTasks: readonly ReplayTask[] = [
  ...traceAcrossServices,
  ...drainQueue,
  ...repairSuite,
  ...reviewChanges,
  ...auditLocks,
  ...replacedShipment,
  ...raiseLimits,
  ...slowestOfHosts,
];

/** In the order in which they are shown. */
export const replayTasks: readonly ReplayTask[] = [
  fixFailingTest,
  renameSymbol,
  questionOfLog,
  originOfError,
  versionInLockFile,
  readJsonAnswer,
  reviewDiff,
  slowRequest,
  countBuildFailures,
  editConfig,
  ...shortTasks,
  ...longTasks,
];
