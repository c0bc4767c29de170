import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages(['bsdutils', 'bubblewrap', 'chromium', 'git', 'python3', 'redis-server', 'util-linux']);
runStages([
  stages.format,
  stages.types,
  stages.unit,
  stages.scale,
  stages.sandbox,
  stages.build,
  stages.server,
  stages.browser,
]);
