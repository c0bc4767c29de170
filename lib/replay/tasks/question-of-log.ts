import { checkNamed } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const questionOfLog: ReplayTask = {
  name: 'question-of-log',
  title: 'Answer a question from a log',
  kind: 'medium',
  goal: 'In logs/orders.log the payment of one order was given up after five attempts. Which order? Answer with its number alone.',
  requests: ['read logs/orders.log', { recall: 'gave up', of: 'logs/orders.log' }, 'quote "gave up"'],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) => checkNamed(end, /ORD-\d+/g, facts.givenUpOrder),
};
