import { isNewEnough, neededNode } from './needed-node.mjs';

if (!isNewEnough(process.versions.node)) {
  console.error(
    'Vitrine needs Node ' +
      neededNode +
      ' or newer; this is ' +
      process.versions.node +
      '. ' +
      'Run `npm ci` without --ignore-scripts or --omit=optional, which installs one beside the project, or install Node 24.',
  );
  process.exit(1);
}
