import type { ToolName } from '../../core/tool-names.ts';
import { answerChange } from './answer-change.ts';
import { answerCommand } from './answer-command.ts';
import { answerFailure } from './answer-failure.ts';
import { answerFile } from './answer-file.ts';
import { answerListing } from './answer-listing.ts';
import { answerRecall } from './answer-recall.ts';
import { answerSearch } from './answer-search.ts';
import { answerShown } from './answer-shown.ts';
import type { OfflineResult } from './offline-result.ts';

const answers: Record<ToolName, (result: OfflineResult) => string> = {
  render_file_contents: answerShown,
  display_image: answerShown,
  embed_media: answerShown,
  run_and_display: answerCommand,
  run_pty_cmd: answerCommand,
  execute_code: answerCommand,
  read_file: answerFile,
  list_files: answerListing,
  grep_file: answerSearch,
  edit_file: answerChange,
  apply_patch: answerChange,
  create_file: answerChange,
  recall_output: answerRecall,
};

/** The offline model's answer about a result: built only from the view it was sent. */
export const answerResult = (result: OfflineResult, isFailure: boolean): string =>
  isFailure ? answerFailure(result) : answers[result.toolName](result);
