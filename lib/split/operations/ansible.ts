import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

const message = /"msg": "((?:[^"\\]|\\.){1,300})"/;
/** A task's output, since `non-zero return code` alone says too little. */
const outputs = ['stderr', 'stdout'].map((name) => new RegExp(`"${name}": "((?:[^"\\\\]|\\\\.){1,160})`));

/** Playbooks: what failed, on which host, in which task, and how each host ended. */
export const ansible = lineSummarizer({
  kind: 'ansible',
  isNamed: ({ name }) => name === 'ansible-playbook' || name === 'ansible',
  marks: [mark(/^(?:PLAY RECAP|TASK \[.+\]|PLAY \[.+\]) \*{3,}$/m, 'PLAY RECAP ', 'TASK [', 'PLAY [')],
  rules: [
    { means: 'heading', pattern: /^(?:TASK|RUNNING HANDLER) \[(.+)\] \*{3,}$/ },
    {
      means: 'failure',
      pattern: /^(?:fatal|failed): \[([^\]]+)\](.*)$/,
      as: ([, host = '', remaining = '']) => {
        const state = /UNREACHABLE!/.test(remaining) ? 'unreachable' : 'failed';
        const parts = [message, ...outputs].map((pattern) => pattern.exec(remaining)?.[1] ?? '');
        const text = parts.filter((part) => part !== '').join('; ');
        return `${host} ${state}: ${text === '' ? remaining.replace(/^.*?=> /, '') : text}`;
      },
    },
    { means: 'shown', pattern: /^(\.\.\.ignoring|ERROR! .+|\[(?:WARNING|ERROR)\]: .+)$/ },
    { means: 'heading', pattern: /^(PLAY RECAP) \*+$/, as: () => ' ' },
    {
      means: 'shown',
      pattern: /^(\S+)\s+: (ok=\d+.*(?:unreachable=[1-9]|failed=[1-9]).*)$/,
      as: ([, host = '', counts = '']) => `${host} ${counts.replaceAll(/ {2,}/g, ' ')}`,
    },
    { means: 'counted', pattern: /^\S+\s+: ok=\d+.*$/, as: () => 'ok in the recaps' },
    { means: 'explains', pattern: /^(?:stderr|msg): (.+)$/ },
  ],
});
