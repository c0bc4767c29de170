import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages(['bsdutils', 'bubblewrap', 'chromium', 'git', 'python3', 'redis-server', 'util-linux']);
await runStages(
  [
    [stages.format, stages.types, stages.unit],
    stages.scale,
    // The sandbox's tests mostly wait, the build computes.
    [stages.build, stages.sandbox],
    stages.server,
    stages.browser,
  ],
  { servers: 140, browsers: 3 },
);
