import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isNewEnough } from './needed-node.mjs';

// npx in a project finds the Node that was installed with the package. A global `vitrine`, or one that is called by its
// path, runs on whatever Node the machine has, and goes on here with the one beside it.
if (!isNewEnough(process.versions.node)) {
  const own = findOwnNode();
  if (own !== null) await continueWith(own);
}

function findOwnNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    // Installed without it: the check that follows says what to do.
    return null;
  }
}

/** Ends as the other one does. */
function continueWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
