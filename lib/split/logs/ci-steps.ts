import { runPtyCmdProfile } from '#lib/core/vocabulary/tools/run-pty-cmd.ts';
import { copyString } from '../copy-string.ts';
import { severityOf } from '../general/severity.ts';
import { createPartReading } from '../part-reading.ts';
import type { ReadInside } from '../summarizer.ts';
import type { Understood } from '../summary.ts';
import type { CiLine } from './ci-line.ts';

export interface CiStep {
  job: string | null;
  name: string;
  /** The command it ran; `null`: it was an action. */
  command: string | null;
  /** The line where it starts. */
  line: number;
  /** It ended with an exit code other than 0. */
  hasFailed: boolean;
  /** It reported an error, which a step that continues may do too. */
  hasErrors: boolean;
  lastText: string;
  /** The last of its lines that reports an error. */
  errorText: string | null;
  /** `null`: it printed nothing. */
  summary: Understood | null;
}

const maxSteps = 200;
const runs = /^##\[group\]Run (.*)/;
const groupEnd = /^##\[endgroup\]/;
const exited = /^##\[error\].*exit code (\d+)/;
const error = /^##\[error\]/;
/** Lines that end the last step in a file without step names. */
const isCleanUp = /^(?:Post job cleanup\.|Cleaning up orphan processes)/;
/** What npm and similar tools print before the program they run. */
const banner = /^(?:> |\$ )/;
const mark = /^##\[\w+\]/;

/** Reads one step at a time, since steps never overlap. */
export function createCiSteps(readInside: ReadInside) {
  const steps: CiStep[] = [];
  let count = 0;
  let failedCount = 0;
  let erroneousCount = 0;
  let open: ReturnType<typeof openStep> | null = null;
  const close = () => {
    if (open === null) return;
    const step = open.finish();
    open = null;
    count += 1;
    if (step.hasFailed) failedCount += 1;
    else if (step.hasErrors) erroneousCount += 1;
    if (steps.length < (step.hasErrors ? 2 * maxSteps : maxSteps)) steps.push(step);
  };
  return {
    /** @returns what the step itself printed; `null`: a message of the runner agent */
    line({ job, step, text }: CiLine, number: number): string | null {
      const [, command] = runs.exec(text) ?? [];
      const name = step ?? command ?? (open === null || isCleanUp.test(text) ? 'Set up job' : open.name);
      if (name !== open?.name || job !== open.job || (step === null && command !== undefined)) {
        close();
        open = openStep(readInside, { job, name }, number);
      }
      return open?.line(text, number, command ?? null) ?? null;
    },
    /** @returns the first steps, and how many there are in total */
    finish(): { steps: readonly CiStep[]; count: number; failedCount: number; erroneousCount: number } {
      close();
      return { steps, count, failedCount, erroneousCount };
    },
  };
}

/** An error that is reported. */
const minSeverity = 3;

function openStep(readInside: ReadInside, { job, name }: Pick<CiStep, 'job' | 'name'>, line: number) {
  let command: string | null = null;
  /**
   * Whether the line is in the step's preamble: the shell and variables between the command and its output.
   */
  let isInHead = false;
  let firstLine: number | null = null;
  let hasErrors = false;
  let exitCode = 0;
  let lastText = '';
  let errorText: string | null = null;
  const reading = createPartReading(readInside, () => ({
    tool: runPtyCmdProfile.name,
    args: command === null ? {} : { command },
    type: 'terminal',
    title: command ?? name,
    language: null,
    firstLine: firstLine ?? line,
  }));
  return {
    job,
    name,
    line(text: string, number: number, ran: string | null): string | null {
      if (ran !== null && command === null) command = copyString(ran);
      isInHead = ran !== null || (isInHead && !groupEnd.test(text));
      if (error.test(text)) hasErrors = true;
      exitCode = Number(exited.exec(text)?.[1] ?? exitCode);
      const isOwn = !isInHead && !mark.test(text);
      if (isOwn && text.trim() !== '') {
        firstLine ??= number;
        if (!banner.test(text)) {
          lastText = text.trim();
          if (severityOf(text) >= minSeverity) errorText = lastText;
        }
      }
      // Pushes blank lines too, so that line numbers match the log.
      if (firstLine !== null) reading.line(isOwn ? text : '');
      return isOwn ? text : null;
    },
    finish(): CiStep {
      return {
        job,
        name,
        command,
        line,
        hasFailed: exitCode !== 0,
        hasErrors,
        lastText: copyString(lastText.slice(0, 200)),
        errorText: errorText === null ? null : copyString(errorText.slice(0, 200)),
        summary: reading.finish(exitCode === 0 && hasErrors ? 1 : exitCode),
      };
    },
  };
}
