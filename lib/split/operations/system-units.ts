import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

/** systemd units in the output of systemctl, with the reason of failures. */
export const systemUnits = lineSummarizer({
  kind: 'systemctl',
  isNamed: ({ name, args }) => name === 'systemctl' && args.includes('status'),
  marks: [
    mark(
      /^[●×○↻] \S+\.(?:service|socket|timer|mount|target)\b/m,
      '.service',
      '.socket',
      '.timer',
      '.mount',
      '.target',
    ),
  ],
  rules: [
    { means: 'heading', pattern: /^[●×○↻] (\S+)/ },
    { means: 'failure', pattern: /^ +Active: (failed .+)$/ },
    { means: 'shown', pattern: /^ +Active: (.+)$/ },
    { means: 'explains', pattern: /^ +(?:Main PID|Process): (.*(?:status|code)=.+)$/ },
    { means: 'shown', pattern: /^ +(?:Memory|Tasks): (.+)$/, as: ([whole]) => whole },
  ],
});
