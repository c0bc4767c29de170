const level = /^(?:@?level|severity|lvl|levelname|log\.level|@l)$/i;
const message = /^(?:msg|@?message|event|@mt?|body|text)$/i;
const time = /^(?:time|@?timestamp|ts|@t|asctime|date|datetime)$/i;

/** Whether lines of JSON are a log: each tells when, how bad, and what. */
export function isJsonLog(head: string): boolean {
  if (!head.includes('\n{')) return false;
  const lines = head.split('\n', 20).filter((line) => line.startsWith('{'));
  const [first, second] = lines;
  return second !== undefined && first !== undefined && isEntry(first) && isEntry(second);
}

function isEntry(line: string): boolean {
  try {
    const keys = Object.keys(JSON.parse(line) as object);
    return [level, message, time].every((wanted) => keys.some((key) => wanted.test(key)));
  } catch {
    return false; // Cut, or no JSON.
  }
}
