import { chromiumPackage } from './chromium.ts';
import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages([
  'bsdutils',
  'bubblewrap',
  chromiumPackage,
  'git',
  'openssl',
  'python3',
  'redis-server',
  'strace',
  'util-linux',
]);
const { format, types, unit, build, scale, sandbox, server, browser } = stages;
await runStages(
  {
    inOrder: [
      {
        together: [
          { inOrder: [{ together: [format, types, unit] }, build, scale] },
          // Its files run one after another, and mostly wait.
          sandbox,
        ],
      },
      // Each keeps both cores busy: together they would only wait for each other, until tests give up.
      server,
      browser,
    ],
  },
  { servers: 175, browsers: 3 },
);
