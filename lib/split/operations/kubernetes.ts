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
    { means: 'heading', form: /^Name: +(\S+)$/ },
    {
      means: 'failure',
      form: /^ +Warning +(\S+) +(.+?) {2,}\S+ {2,}(.+)$/,
      as: ([, reason, age, text]) => `${reason} (${age}): ${text}`,
    },
    {
      means: 'failure',
      form: /^(?:Error|error|Error from server.*?|UPGRADE FAILED|INSTALLATION FAILED): (.+)$/,
      as: ([whole]) => whole,
    },
    {
      means: 'failure',
      form: /^ +(Reason: +(?:\w*(?:Error|BackOff|Killed|Cannot\w+|Evicted|Failed\w*))|Exit Code: +[1-9]\d*)$/,
      as: squeezed,
    },
    // Belongs to the state above it, where that is a failure.
    { means: 'explains', form: /^ +(Restart Count: +[1-9]\d*)$/, as: squeezed },
    {
      means: 'shown',
      form: /^ +(Reason: +(?!Completed$|<none>$)\S.*|Last State: +\S.*|Restart Count: +[1-9]\d*)$/,
      as: squeezed,
    },
    { means: 'shown', form: /^(Status: +\S.*|STATUS: .+|Replicas: +.+|Node: +\S.*)$/, as: squeezed },
    {
      means: 'shown',
      form: /^ +((?:Ready|ContainersReady|Available|Progressing) +(?:False|Unknown).*)$/,
      as: squeezed,
    },
    { means: 'counted', form: /^\S+ (created|configured|unchanged|deleted|restarted)$/ },
    {
      means: 'verdict',
      form: /^(deployment .+ (?:successfully rolled out|exceeded its progress deadline))$/,
    },
    { means: 'progress', form: /^(Waiting for .+)$/ },
  ],
});

function squeezed([whole, first]: RegExpExecArray): string {
  return (first ?? whole).replaceAll(/\s{2,}/g, ' ');
}
