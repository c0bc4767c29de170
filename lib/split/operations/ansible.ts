import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

const message = /"msg": "((?:[^"\\]|\\.){1,300})"/;

/** Playbooks: what failed, on which host, in which task, and how each host ended. */
export const ansible = lineSummarizer({
  kind: 'ansible',
  isNamed: ({ name }) => name === 'ansible-playbook' || name === 'ansible',
  marks: [mark(/^(?:PLAY RECAP|TASK \[.+\]|PLAY \[.+\]) \*{3,}$/m, 'PLAY RECAP ', 'TASK [', 'PLAY [')],
  rules: [
    { means: 'heading', form: /^(?:TASK|RUNNING HANDLER) \[(.+)\] \*{3,}$/ },
    {
      means: 'failure',
      form: /^(?:fatal|failed): \[([^\]]+)\](.*)$/,
      as: ([, host = '', rest = '']) => {
        const state = /UNREACHABLE!/.test(rest) ? 'unreachable' : 'failed';
        return `${host} ${state}: ${message.exec(rest)?.[1] ?? rest.replace(/^.*?=> /, '')}`;
      },
    },
    { means: 'told', form: /^(\.\.\.ignoring|ERROR! .+|\[(?:WARNING|ERROR)\]: .+)$/ },
    { means: 'heading', form: /^(PLAY RECAP) \*+$/, as: () => ' ' },
    {
      means: 'told',
      form: /^(\S+)\s+: (ok=\d+.*(?:unreachable=[1-9]|failed=[1-9]).*)$/,
      as: ([, host = '', counts = '']) => `${host} ${counts.replaceAll(/ {2,}/g, ' ')}`,
    },
    { means: 'counted', form: /^\S+\s+: ok=\d+.*$/, as: () => 'of the hosts ok' },
    { means: 'explains', form: /^(?:stderr|msg): (.+)$/ },
  ],
});
