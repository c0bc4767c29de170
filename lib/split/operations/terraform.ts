import { mark } from '../marks.ts';
import { lineSummarizer } from './line-summarizer.ts';

/**
 * Plans and applies of Terraform and OpenTofu: planned changes, what is destroyed and why, and errors with
 * their location.
 */
export const terraform = lineSummarizer({
  kind: 'terraform',
  isNamed: ({ name }) => name === 'terraform' || name === 'tofu' || name === 'terragrunt',
  marks: [
    mark(
      /^(?:Plan: \d+ to add, |Apply complete! Resources: |Terraform (?:will perform|used the selected)|OpenTofu (?:will perform|used))/m,
      'Plan: ',
      'Apply complete! ',
      'Terraform ',
      'OpenTofu ',
    ),
  ],
  rules: [
    { means: 'verdict', pattern: /^(?:Plan: .+|No changes\..*|(?:Apply|Destroy) complete! .+)$/ },
    // What was done, possibly before a failure.
    {
      means: 'counted',
      pattern: /^\S.*: (Creation|Destruction|Modifications) complete after/,
      as: ([, done = '']) => ({ Creation: 'created', Destruction: 'destroyed' })[done] ?? 'modified',
    },
    { means: 'failure', pattern: /^[│╷ ]*(Error: .+)$/ },
    { means: 'shown', pattern: /^[│╷ ]*(Warning: .+)$/ },
    {
      means: 'shown',
      pattern: /^ {2}# (\S.* (?:must be replaced|will be destroyed|is tainted, so must be replaced))/,
    },
    { means: 'shown', pattern: /^\s*[-+~/]+ (.+# forces replacement)/ },
    { means: 'shown', pattern: /^ {2}# (\S.* will be (?:updated in-place|created))$/ },
    { means: 'shown', pattern: /^(?:Note: | {2}# )(.*(?:changed|deleted) outside of .+)$/ },
    {
      means: 'explains',
      pattern: /^│ +(?:with (.+),|on .+ line \d+.*|(?!\d+:|│|\^)\S.+)$/,
      as: ([whole]) => whole.replace(/^│\s*/, ''),
    },
  ],
});
