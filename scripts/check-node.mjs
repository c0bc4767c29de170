import { isNewEnough, neededNode } from './needed-node.mjs';

if (!isNewEnough(process.versions.node)) {
  console.error(
    'Vitrine needs Node ' +
      neededNode +
      ' or newer; this is ' +
      process.versions.node +
      '. ' +
      'Install Vitrine without --ignore-scripts and --omit=optional, which puts one beside it, or install Node 24.',
  );
  process.exit(1);
}
