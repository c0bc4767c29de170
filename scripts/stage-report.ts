import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface StageResult {
  name: string;
  passed: number;
  failed: number;
  /** A line for each failure: where, and why. */
  failures: string[];
  seconds: number;
  /** CPU time of the processes that ended while it ran; concurrent stages share theirs. */
  cpuSeconds: number;
  files: FileTime[];
  servers: number;
  browsers: number;
  /** Its output, if it was not printed while it ran. */
  output: string;
}

interface FileTime {
  file: string;
  seconds: number;
}

export type TestCounts = Pick<StageResult, 'passed' | 'failed' | 'failures' | 'files'>;

/** For a stage that is a single check. */
export const countCheck = (name: string, status: number | null): TestCounts =>
  status === 0
    ? { passed: 1, failed: 0, failures: [], files: [] }
    : { passed: 0, failed: 1, failures: [`${name}: ended with ${status}`], files: [] };

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** A skipped test counts as failed: nothing may pass by not running. */
export function countTests(
  root: string,
  name: string,
  reportFile: string,
  status: number | null,
): TestCounts {
  const report = readReport(reportFile);
  if (report === null) return countCheck(name, status || null);
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numTotalTests - report.numPassedTests + unloaded.length;
  const files = report.testResults.map(({ name: file, startTime, endTime }) => ({
    file: relative(root, file),
    seconds: (endTime - startTime) / 1000,
  }));
  const failures = failuresOf(root, report);
  const passed = report.numPassedTests;
  // An error outside of all files, such as an unhandled promise rejection.
  if (status !== 0 && failed === 0) return { ...countCheck(name, status), passed, files };
  return { passed, failed, failures, files };
}

function readReport(file: string): VitestReport | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const failuresOf = (root: string, { testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map(
        (test) =>
          `${file}: ${test.fullName}: ${explainFailure(file, test.failureMessages?.[0]) || test.status}`,
      );
    return status === 'failed' && message ? [`${file}: ${firstLine(message)}`, ...tests] : tests;
  });

/** The first line of an error, what a browser waited for, and the line of the test. */
export function explainFailure(file: string, text = ''): string {
  const plain = stripVTControlCharacters(text);
  const waited = /Call log:\s*-?\s*(.+)/.exec(plain)?.[1];
  const line = plain.split(`${file}:`)[1]?.split(':', 1)[0];
  const parts = [firstLine(plain), waited && `(${waited.trim()})`, line && `at line ${line}`];
  return parts.filter(Boolean).join(' ');
}

const firstLine = (text = ''): string => text.trim().split('\n', 1)[0] ?? '';

const maxSlowFiles = 15;

export function printSlowFiles(results: readonly StageResult[]): void {
  console.log('\nSlowest test files');
  const files = results.flatMap((result) => result.files);
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, maxSlowFiles))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}

export function printStages(results: readonly StageResult[]): void {
  console.log('\nStages: seconds, CPU seconds');
  for (const { name, seconds, cpuSeconds } of results)
    console.log(`${seconds.toFixed(1).padStart(8)} ${cpuSeconds.toFixed(1).padStart(8)}  ${name}`);
}

/** Printed last, so that the end of a long log says what is wrong. */
export function printSummary(results: readonly TestCounts[]): { passed: number; failed: number } {
  const sum = (kind: 'passed' | 'failed') => results.reduce((total, result) => total + result[kind], 0);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\nFailed\n${failures.map((line) => `  ${line}`).join('\n')}`);
  const [passed, failed] = [sum('passed'), sum('failed')];
  console.log(`\n${passed} passed, ${failed} failed`);
  return { passed, failed };
}
