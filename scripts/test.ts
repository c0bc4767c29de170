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
await runStages(
  [
    [stages.format, stages.types, stages.unit],
    // The sandbox's tests mostly wait, the others compute.
    [stages.build, stages.sandbox, stages.scale],
    stages.server,
    stages.browser,
  ],
  { servers: 140, browsers: 3 },
);
