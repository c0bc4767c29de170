/** A package script starts (`> parcel@1.0.0 test`, `$ mocha`), and with it a new test run. */
export const isScriptStart = (line: string): boolean =>
  (line.startsWith('> ') && /^> (?:@?[\w.-]+\/)?[\w.-]+@\d\S* \S+/.test(line)) || line.startsWith('$ ');
