// Plain JavaScript of long ago: an older Node could not even parse the rest.
var needed = [22, 18];
var version = process.versions.node.split('.').map(Number);
if (version[0] < needed[0] || (version[0] === needed[0] && version[1] < needed[1])) {
  console.error(
    'Vitrine needs Node ' +
      needed.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '. ' +
      'Run `npm ci` without --ignore-scripts or --omit=optional, which installs one beside the project, or install Node 24.',
  );
  process.exit(1);
}
