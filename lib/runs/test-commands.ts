/** A way to run a project's tests. */
export interface TestCommand {
  /** A file in the project's folder that indicates this command. */
  file: string;
  command: string;
  /** The program it requires. */
  program: string;
}

/**
 * Test commands, the most common one of each kind of project first. Node runs a package.json script without
 * npm, too.
 */
export const testCommands: readonly TestCommand[] = [
  { file: 'package.json', command: 'npm test', program: 'npm' },
  { file: 'package.json', command: 'node --run test', program: 'node' },
  { file: 'Cargo.toml', command: 'cargo test', program: 'cargo' },
  { file: 'go.mod', command: 'go test ./...', program: 'go' },
  { file: 'pyproject.toml', command: 'pytest', program: 'pytest' },
  { file: 'pyproject.toml', command: 'pytest-3', program: 'pytest-3' },
];
