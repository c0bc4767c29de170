/** A script of a package begins (`> parcel@1.0.0 test`, `$ mocha`), and with it another run of tests. */
export const isScriptStart = (line: string): boolean =>
  (line.startsWith('> ') && /^> (?:@?[\w.-]+\/)?[\w.-]+@\d\S* \S+/.test(line)) || line.startsWith('$ ');
