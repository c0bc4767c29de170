const namedValue =
  /(?<=^|[\s,;([{])([A-Za-z_][\w.-]{0,40})=(?:"((?:[^"\\]|\\.){0,100})"|([^\s"',;)\]}]{1,100}))(?=$|[\s,;)\]}])/g;

/** `took=30ms user="ann"` in a line of a log. */
export function namedValuesIn(text: string): [name: string, value: string][] {
  if (!text.includes('=')) return [];
  return [...text.matchAll(namedValue)].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]);
}
