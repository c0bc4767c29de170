import { isNewEnough, neededNode } from './needed-node.mjs';

// Runs at the end of `npm ci`, and only prints if npm runs on an older Node: this process then uses the Node
// that is installed with the project, if there is one.
var own = /\bnode\/v(\d+\.\d+\.\d+)/.exec(process.env.npm_config_user_agent || '');
if (own && !isNewEnough(own[1])) {
  console.log(
    isNewEnough(process.versions.node)
      ? 'Your Node is ' +
          own[1] +
          ' and Vitrine needs ' +
          neededNode +
          ': npm put Node ' +
          process.versions.node +
          ' beside Vitrine, which uses it.'
      : 'Your Node is ' +
          own[1] +
          ' and Vitrine needs ' +
          neededNode +
          ': install Node 24, then install Vitrine again.',
  );
}
