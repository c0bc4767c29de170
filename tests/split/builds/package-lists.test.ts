import { describe, expect, test } from 'vitest';
import { understand, understandRecording } from './understand.ts';

describe('a list of packages', () => {
  test('npm: what is missing or does not fit stands before the names', () => {
    const known = understand(
      'shop@1.0.0 /src/shop\n├─┬ express@4.18.2\n│ └── debug@2.6.9\n├── UNMET DEPENDENCY left-pad@^1.3.0\n├── lodash@4.17.21 invalid: "^3.0.0" from the root project\n└── UNMET OPTIONAL DEPENDENCY fsevents@^2.3.2\n\nnpm error code ELSPROBLEMS\nnpm error invalid: lodash@4.17.21 /src/shop/node_modules/lodash\nnpm error missing: left-pad@^1.3.0, required by shop@1.0.0\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/x.log\n',
      { command: 'npm ls --all' },
    );
    expect(known.verdict).toBe(
      '2 direct dependencies, 4 packages in all, 1 optional one not installed, 1 unmet or broken, npm error ELSPROBLEMS',
    );
    expect(known.facts.slice(0, 3)).toEqual([
      'UNMET DEPENDENCY left-pad@^1.3.0',
      'lodash@4.17.21',
      'left-pad@^1.3.0',
    ]);
    expect(known.explainsFailure).toBe(true);
  });

  test('what pip and dpkg say is wrong is no package, nor is what was removed, nor a line of a trace', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `pkg${at}     1.${at}`);
    const pip = [
      'Package  Version',
      '-------- -------',
      ...rows,
      'flask 3.0 requires werkzeug, which is not installed.',
      '',
    ];
    const checked = understand(pip.join('\n'), { command: 'pip list; pip check', exitCode: 1 });
    expect(checked.verdict).toContain('9 packages, 1 unmet or broken');
    expect(checked.facts[0]).toBe('flask 3.0 requires werkzeug, which is not installed.');
    const states = ['ii', 'ii', 'ii', 'rc', 'iF'].map(
      (state, at) => `${state}  pkg${at}           1.${at}          amd64        thing`,
    );
    expect(understand(`${states.join('\n')}\n`, { command: 'dpkg -l' }).verdict).toBe(
      '4 packages, 1 removed but for their configuration, 1 unmet or broken',
    );
    const gems = [
      'ast (2.4.1)',
      'base64 (0.1.1)',
      'rake (13.0)',
      "-e:1:in `a': boom (RuntimeError)",
      "\tfrom -e:1:in `a'",
      '',
    ];
    expect(understand(gems.join('\n'), { command: 'gem list; ruby x.rb' }).verdict).toContain('3 packages');
  });

  test.each([
    ['pip list', 'Package  Version\n-------- -------\nattrs    26.1.0\nclick    8.1.0\nflask    3.0.0\n'],
    ['pip freeze', 'attrs==26.1.0\nclick==8.1.0\nflask==3.0.0\n'],
    [
      'apt list --installed',
      'Listing...\nattrs/stable,now 26.1.0 all [installed]\nclick/stable 8.1.0 all\nflask/now 3.0.0 all\n',
    ],
    ['cargo tree', 'attrs v26.1.0 (/src/shop)\nclick v8.1.0\nflask v3.0.0 (*)\n'],
  ])('%s: every row is a package', (command, text) => {
    const known = understand(text, { command, exitCode: 0 });
    expect(known.verdict).toBe('3 packages');
    expect(known.facts).toEqual(['attrs 26.1.0', 'click 8.1.0', 'flask 3.0.0']);
  });

  test('what is outdated, and the newest there is', () => {
    const known = understand(
      'Package  Current  Wanted  Latest  Location             Depended by\nchalk      4.1.2   4.1.2   5.3.0  node_modules/chalk   shop\ndebug      2.6.9   2.6.9   4.3.4  node_modules/debug   shop\nglob       7.2.3   7.2.3  10.3.0  node_modules/glob    shop\n',
      { command: 'npm outdated' },
    );
    expect(known.verdict).toBe('3 outdated packages, 3 to a new major');
    expect(known.facts[0]).toBe('chalk 4.1.2 -> 5.3.0');
  });

  test('what is recorded of npm: new majors first, then those that fit', () => {
    const known = understandRecording('npm-outdated');
    expect(known.verdict).toBe('5 outdated packages, 3 to a new major');
    expect(known.facts).toEqual([
      'chalk 4.1.0 -> 6.0.1',
      'debug 2.6.8 -> 4.4.3',
      'slash 3.0.0 -> 5.1.0',
      'ms 2.0.0 -> 2.1.3',
      'semver 7.5.0 -> 7.8.6',
    ]);
  });

  test.each([
    [
      'npm outdated',
      'Package  Current  Wanted  Latest  Location  Depended by\nchalk    MISSING   4.1.2   5.3.0  -         shop\n',
      'chalk missing -> 5.3.0',
    ],
    [
      'pnpm outdated',
      '┌─────────────┬─────────┬────────┐\n│ Package     │ Current │ Latest │\n├─────────────┼─────────┼────────┤\n│ chalk (dev) │ 4.1.2   │ 5.3.0  │\n└─────────────┴─────────┴────────┘\n',
      'chalk 4.1.2 -> 5.3.0',
    ],
    [
      'yarn outdated',
      'yarn outdated v1.22.22\nPackage Current Wanted Latest Package Type    URL\nchalk   4.1.2   4.1.2  5.3.0  devDependencies https://github.com/chalk/chalk#readme\nDone in 0.53s.\n',
      'chalk 4.1.2 -> 5.3.0',
    ],
    [
      'pip list --outdated',
      'Package Version Latest Type\n------- ------- ------ -----\nclick   7.1.2   8.1.7  wheel\n',
      'click 7.1.2 -> 8.1.7',
    ],
    [
      'bundle outdated',
      'Gem   Current  Latest  Requested  Groups\nrake  12.3.3   13.2.1  ~> 12.3    default\n',
      'rake 12.3.3 -> 13.2.1',
    ],
    [
      'cargo outdated',
      'Name  Project  Compat   Latest   Kind    Platform\n----  -------  ------   ------   ----    --------\nrand  0.7.3    ---      0.8.5    Normal  ---\n',
      'rand 0.7.3 -> 0.8.5',
    ],
    ['gem outdated', 'rake (12.3.3 < 13.2.1)\n', 'rake 12.3.3 -> 13.2.1'],
    [
      'composer outdated',
      'symfony/console v5.4.1 ~ v6.4.2 Eases the creation of command line interfaces\n',
      'symfony/console 5.4.1 -> 6.4.2',
    ],
  ])('%s: each is told with its newest version', (command, text, fact) => {
    const known = understand(text, { command });
    expect(known.verdict).toMatch(/\b1 outdated package\b/);
    expect(known.facts).toEqual([fact]);
  });
});
