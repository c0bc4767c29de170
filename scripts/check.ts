import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages(['bsdutils', 'bubblewrap', 'git', 'python3', 'redis-server', 'util-linux']);
await runStages({ together: [stages.format, stages.types, stages.unit] });
