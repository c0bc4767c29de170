import { chromiumPackage } from './chromium.ts';
import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages([
  'bsdutils',
  'bubblewrap',
  chromiumPackage,
  'git',
  'python3',
  'redis-server',
  'util-linux',
]);
const { format, types, unit, build, scale, sandbox, server, browser } = stages;
await runStages(
  {
    together: [
      {
        inOrder: [
          { together: [format, types, unit] },
          { together: [build, scale] },
          // The server tests mostly wait, so the browser gets their share of the cores.
          { together: [server, browser] },
        ],
      },
      // Its files run one after another, and mostly wait.
      sandbox,
    ],
  },
  { servers: 140, browsers: 3 },
);
