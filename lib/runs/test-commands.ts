/** A way to run a project's tests. */
export interface TestCommand {
  /** A file in the project's folder that this is a way for. */
  file: string;
  command: string;
  /** What has to be installed for it. */
  program: string;
}

/** Ways to run tests, the usual one of each kind of project first. Node runs a script of package.json without npm, too. */
export const testCommands: readonly TestCommand[] = [
  { file: 'package.json', command: 'npm test', program: 'npm' },
  { file: 'package.json', command: 'node --run test', program: 'node' },
  { file: 'Cargo.toml', command: 'cargo test', program: 'cargo' },
  { file: 'go.mod', command: 'go test ./...', program: 'go' },
  { file: 'pyproject.toml', command: 'pytest', program: 'pytest' },
  { file: 'pyproject.toml', command: 'pytest-3', program: 'pytest-3' },
];
