const level = /^(?:@?level|severity|lvl|levelname|log\.level|@l)$/i;
const message = /^(?:msg|@?message|event|@mt?|body|text)$/i;
const time = /^(?:time|@?timestamp|ts|@t|asctime|date|datetime)$/i;

/** Whether JSON lines are a log: each has a time, a level and a message. */
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
    return false; // The line is cut, or not JSON.
  }
}
