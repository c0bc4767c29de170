import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isNewEnough } from './needed-node.mjs';

// npx in a project runs this on the Node that was installed with the package. A global `vitrine`, or one that is called
// by its path, begins on whatever Node the machine has; if that is too old, the installed one takes over.
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

/** Ends as the other one does; returns only if that cannot be started. */
function continueWith(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // In a terminal, its keys reach both: `vitrine run` and the server know that.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) => {
      if (signal === null) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
