import { checkNamed, checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const readJsonAnswer: ReplayTask = {
  name: 'read-json-answer',
  title: 'Read a large JSON answer',
  kind: 'medium',
  goal: `data/shipments.json is what an API answered. Which carrier has shipment ${facts.shipment}? Answer with the shipment's number and the carrier's name.`,
  requests: [
    'read data/shipments.json',
    { recall: `${facts.shipment}`, of: 'data/shipments.json' },
    `quote \`"id":"${facts.shipment}"\``,
  ],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) => checkNamed(end, /SHP-\d+/g, facts.shipment) ?? checkSaid(end, [facts.carrier]),
};
