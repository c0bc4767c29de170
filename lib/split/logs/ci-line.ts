/** A line of a job's log at GitHub Actions, as `gh run view --log` and the downloaded files write them. */
export interface CiLine {
  /** `build / Run tests`; `null`: the file is of one job, and does not name steps. */
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
  const isNamed = job !== undefined && step !== undefined && step !== unnamed;
  return { step: isNamed ? `${job} / ${step}` : null, time, text: raw.slice(length) };
}

/** Whether a log of a job is shown: by its first lines. */
export function looksLikeCiLog(head: string): boolean {
  const lines = head.split('\n', 24).filter((each) => each.trim() !== '');
  return lines.length >= 4 && lines.filter((each) => ciLineOf(each) !== null).length > lines.length * 0.8;
}
