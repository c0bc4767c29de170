import { expect, test } from 'vitest';
import type { execModes } from '../lib/config.ts';
import { provideSandbox } from '../scripts/provide-sandbox.ts';
import type { Machine } from '../scripts/system-packages.ts';

const debian = [
  '/usr/bin/apt-get',
  '/usr/bin/prlimit',
  '/usr/bin/setpriv',
  '/usr/bin/unshare',
  '/usr/bin/script',
];
const fedora = debian.map((path) => path.replace('apt-get', 'dnf'));

/** A machine with these programs; what its installer does is up to the test. */
function machineWith(programs: readonly string[], change: Partial<Machine> = {}) {
  const present = new Set(programs);
  const ran: string[] = [];
  const machine: Machine = {
    isRoot: true,
    hasProgram: (path) => present.has(path),
    run(command) {
      ran.push(command);
      if (command.includes('install')) present.add('/usr/bin/bwrap');
      return null;
    },
    ...change,
  };
  return { machine, ran };
}

function provide(
  machine: Machine,
  mode: (typeof execModes)[number] = 'auto',
  platform: NodeJS.Platform = 'linux',
) {
  const messages: string[] = [];
  provideSandbox(mode, (sentence) => messages.push(sentence), machine, platform);
  return messages;
}

const line = 'apt-get update && apt-get install -y --no-install-recommends bubblewrap';

test.each(['auto', 'bwrap'] as const)(
  'as root on Debian bubblewrap is installed, and people are told (%s)',
  (mode) => {
    const { machine, ran } = machineWith(debian);
    expect(provide(machine, mode)).toEqual([
      'Installing bubblewrap for the sandbox that commands run in. (VITRINE_EXEC=off starts without commands, and installs nothing.)',
      'Installed bubblewrap.',
    ]);
    expect(ran).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends bubblewrap']);
  },
);

test('an installation that fails is reported in one sentence, with the line to run', () => {
  const { machine } = machineWith(debian, {
    run: (command) =>
      command === 'apt-get update' ? null : 'Reading lists…\nE: Unable to locate package bubblewrap',
  });
  expect(provide(machine)).toEqual([
    expect.stringMatching(/^Installing bubblewrap /),
    `bubblewrap could not be installed (E: Unable to locate package bubblewrap). Vitrine starts without commands. To have them, run: ${line}`,
  ]);
});

test.each([
  ['off', 'linux'],
  ['unsafe-host', 'linux'],
  ['auto', 'darwin'],
] as const)('nothing is installed or said with VITRINE_EXEC=%s on %s', (mode, platform) => {
  const { machine, ran } = machineWith(debian);
  expect([provide(machine, mode, platform), ran]).toEqual([[], []]);
});

test('nothing is installed or said where all is there', () => {
  const { machine, ran } = machineWith([...debian, '/usr/bin/bwrap']);
  expect([provide(machine), ran]).toEqual([[], []]);
});

const lead = 'Vitrine starts without commands: their sandbox needs bubblewrap.';

test.each([
  ['without root on Debian', debian, false, `To have them, run: sudo ${line.replace('&& ', '&& sudo ')}`],
  ['on Fedora', fedora, true, 'To have them, run: dnf install -y bubblewrap'],
  ['without root on Fedora', fedora, false, 'To have them, run: sudo dnf install -y bubblewrap'],
  ['where no installer is known', debian.slice(1), true, 'Install bubblewrap and start again'],
])('%s the exact line is reported, and nothing is installed', (_, programs, isRoot, how) => {
  const { machine, ran } = machineWith(programs, { isRoot });
  expect(provide(machine)).toEqual([`${lead} ${how}`]);
  expect(ran).toEqual([]);
});

test('each package that is missing is named', () => {
  const { machine } = machineWith(['/usr/bin/apt-get', '/usr/bin/script'], { isRoot: false });
  expect(provide(machine)[0]).toMatch(/needs bubblewrap and util-linux\. .* bubblewrap util-linux$/);
});
