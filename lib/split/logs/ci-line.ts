/** A line of a GitHub Actions job log, as `gh run view --log` or the downloaded files have it. */
export interface CiLine {
  /** `null`: the file is of a single job and does not name it. */
  job: string | null;
  /** `null`: the file does not name steps. */
  step: string | null;
  time: string;
  text: string;
}

const line = /^(?:([^\t\n]{1,100})\t([^\t\n]{1,200})\t)?\uFEFF?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{7}Z ?/;
const unnamed = 'UNKNOWN STEP';

export function ciLineOf(raw: string): CiLine | null {
  const match = line.exec(raw);
  if (!match) return null;
  const [{ length }, job, step, time = ''] = match;
  const isNamed = step !== undefined && step !== unnamed;
  return { job: job ?? null, step: isNamed ? step : null, time, text: raw.slice(length) };
}

/** Whether the first lines are those of a job log. */
export function looksLikeCiLog(head: string): boolean {
  const lines = head.split('\n', 24).filter((each) => each.trim() !== '');
  return lines.length >= 4 && lines.filter((each) => ciLineOf(each) !== null).length > lines.length * 0.8;
}
