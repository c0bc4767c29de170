/** How everything that names a member begins as it is stored: `{"id":"mem_…","name":"…"}`. */
export const nameMark = (memberId: string): string => `"id":${JSON.stringify(memberId)},"name":"`;

/** Replaces the name beside a member's ID in JSON. What merely quotes such JSON stays. */
export function replaceName(json: string, memberId: string, name: string): string {
  const mark = nameMark(memberId);
  if (!json.includes(mark)) return json;
  const [before = '', ...rest] = json.split(mark);
  const quoted = JSON.stringify(name).slice(1);
  return before + rest.map((after) => mark + quoted + after.slice(endOfText(after))).join('');
}

/** Where the JSON text ends that has begun. */
const endOfText = (json: string): number => /^(?:[^"\\]|\\.)*"/s.exec(json)?.[0].length ?? json.length;
