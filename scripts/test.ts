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
    inOrder: [
      {
        together: [
          { inOrder: [{ together: [format, types, unit] }, { together: [build, scale] }, server] },
          // Its files run one after another, and mostly wait.
          sandbox,
        ],
      },
      browser,
    ],
  },
  { servers: 140, browsers: 3 },
);
