import type { ReplayTask } from './task.ts';
import { countBuildFailures } from './tasks/count-build-failures.ts';
import { editConfig } from './tasks/edit-config.ts';
import { fixFailingTest } from './tasks/fix-failing-test.ts';
import { originOfError } from './tasks/origin-of-error.ts';
import { questionOfLog } from './tasks/question-of-log.ts';
import { readJsonAnswer } from './tasks/read-json-answer.ts';
import { renameSymbol } from './tasks/rename-symbol.ts';
import { reviewDiff } from './tasks/review-diff.ts';
import { slowRequest } from './tasks/slow-request.ts';
import { versionInLockFile } from './tasks/version-in-lock-file.ts';

/** In the order in which they are replayed. */
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
];
