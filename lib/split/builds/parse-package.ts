/** A package in a list or a tree of packages. */
export interface ListedPackage {
  name: string;
  version: string;
  /** What follows the version: `deduped`, `invalid: …`, `[upgradable from: 1.2]`. */
  rest: string;
  /** Indentation in a tree, in characters; 0 in a list. */
  inset: number;
}

/** Tree branches that npm, cargo, Maven and Gradle draw before a name. */
const drawn = /^(?:\[INFO\] )?([│├└─┬|+\\` -]{0,400})(\S.*)$/;
/** Each captures the name, the version, and what follows. */
const forms = [
  // npm, pnpm, yarn: `@scope/name@1.2.3 deduped`
  /^(?:UNMET (?:OPTIONAL |PEER )?DEPENDENCY )?((?:@[^@\s/]+\/)?[^@\s]+)@([^\s,]+)(.*)$/,
  // pip freeze
  /^([\w.[\]-]+)==(\S+)()$/,
  // cargo tree, composer
  /^([\w./-]+) v(\d\S*)(.*)$/,
  // gem
  /^([\w.-]+) \((?:default: )?(\d[^\s,)]*)(.*)\)$/,
  // dpkg
  /^[a-z][a-zA-Z][ R] *([\w.+:-]+) +(\d\S*)( .*)?$/,
  // apt list
  /^([\w.+-]+)\/\S+ (\d\S*)( .*)?$/,
  // Maven
  /^([\w.-]+:[\w.-]+):[\w-]+:([\w.-]+)((?::\w+)?(?: .*)?)$/,
  // Gradle
  /^([\w.-]+:[\w.-]+):([\w.-]+)((?: .*)?)$/,
  // pip list, conda list, npm outdated
  /^([\w.@/+-]+) +v?(\d(?!\S*:\d)[^\s-]*\d\S*|\d)( .*)?$/,
];

export function parsePackage(line: string): ListedPackage | null {
  const [, before = '', text] = drawn.exec(line.trimEnd()) ?? [];
  if (text === undefined) return null;
  for (const form of forms) {
    const [, name, version, remaining = ''] = form.exec(text) ?? [];
    if (name !== undefined && version !== undefined)
      return { name, version, rest: remaining.trim(), inset: before.length };
  }
  return null;
}
