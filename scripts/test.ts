import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages(['chromium', 'redis-server']);
runStages([stages.format, stages.types, stages.unit, stages.build, stages.server, stages.browser]);
