/** A state, level or outcome that means something is wrong. */
export const looksBad =
  /^(?:err|error|errored|err[a-z]{0,20}pull|fail|failed|failure|failing|fatal|critical|high|emergency|timed[_ ]?out|timeout|crash\w{0,20}|imagepullbackoff|unhealthy|dead|rejected|denied|aborted|blocked|broken|evicted|oomkilled|notready|restarting \([1-9]\d{0,2}\).{0,40}|exited \([1-9]\d{0,2}\).{0,40})$/i;
