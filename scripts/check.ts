import { runStages, stages } from './run-stages.ts';
import { requireSystemPackages } from './system-packages.ts';

requireSystemPackages(['redis-server']);
runStages([stages.format, stages.types, stages.unit]);
