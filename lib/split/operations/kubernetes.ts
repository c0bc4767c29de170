import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

/** Output of kubectl and helm other than tables: events, conditions and errors of the described objects. */
export const kubernetes = lineSummarizer({
  kind: 'kubernetes',
  isNamed: ({ name, args }) =>
    ['kubectl', 'oc', 'helm', 'k'].includes(name) &&
    args.some((word) => /^(?:describe|rollout|apply|delete|install|upgrade|status|wait|test)$/.test(word)),
  marks: [mark(/^Events:\n +Type +Reason +Age +From +Message$/m, '  Message')],
  rules: [
    { means: 'heading', pattern: /^Name: +(\S+)$/ },
    {
      means: 'failure',
      pattern: /^ +Warning +(\S+) +(.+?) {2,}\S+ {2,}(.+)$/,
      as: ([, reason, age, text]) => `${reason} (${age}): ${text}`,
    },
    {
      means: 'failure',
      pattern: /^(?:Error|error|Error from server.*?|UPGRADE FAILED|INSTALLATION FAILED): (.+)$/,
      as: ([whole]) => whole,
    },
    {
      means: 'failure',
      pattern:
        /^ +(Reason: +(?:\w*(?:Error|BackOff|Killed|Cannot\w+|Evicted|Failed\w*))|Exit Code: +[1-9]\d*)$/,
      as: squeezed,
    },
    // Belongs to the state above it, where that is a failure.
    { means: 'explains', pattern: /^ +(Restart Count: +[1-9]\d*)$/, as: squeezed },
    {
      means: 'shown',
      pattern: /^ +(Reason: +(?!Completed$|<none>$)\S.*|Last State: +\S.*|Restart Count: +[1-9]\d*)$/,
      as: squeezed,
    },
    { means: 'shown', pattern: /^(Status: +\S.*|STATUS: .+|Replicas: +.+|Node: +\S.*)$/, as: squeezed },
    {
      means: 'shown',
      pattern: /^ +((?:Ready|ContainersReady|Available|Progressing) +(?:False|Unknown).*)$/,
      as: squeezed,
    },
    { means: 'counted', pattern: /^\S+ (created|configured|unchanged|deleted|restarted)$/ },
    {
      means: 'verdict',
      pattern: /^(deployment .+ (?:successfully rolled out|exceeded its progress deadline))$/,
    },
    { means: 'progress', pattern: /^(Waiting for .+)$/ },
  ],
});

function squeezed([whole, first]: RegExpExecArray): string {
  return (first ?? whole).replaceAll(/\s{2,}/g, ' ');
}
