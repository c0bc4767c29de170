import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { createShape } from './create-shape.ts';
import { describeShape } from './describe-shape.ts';
import { looksLikeYaml } from './looks-like-yaml.ts';
import { createYamlReader } from './yaml-reader.ts';

/** YAML of any kind: manifests, workflows, a list of Kubernetes objects. */
export const summarizeYaml: Summarizer = {
  kind: 'yaml',
  covers: 'all',
  recognise({ head, language, type }) {
    if (language === 'yaml') return 'named';
    return type !== 'file' && looksLikeYaml(head) ? 'marked' : null;
  },
  read(evidence) {
    const shape = createShape({ isOutput: evidence.type !== 'file' });
    const reader = createYamlReader(shape);
    let lineCount = 0;
    return {
      line(text) {
        lineCount += 1;
        reader.line(text);
      },
      finish({ byteLength }) {
        const { documentCount, oddLines } = reader.finish();
        const { root } = shape;
        if (documentCount === 0 || root.weight < 3 || oddLines > lineCount / 10) return null;
        const amount =
          documentCount > 1
            ? plural(documentCount, 'document')
            : root.arrays > 0
              ? plural(root.elements, 'item')
              : plural(root.keyCount, 'key');
        return {
          kind: 'yaml',
          verdict: [amount, plural(lineCount, 'line'), formatBytes(byteLength)],
          statesSize: true,
          sections: describeShape(shape),
          explainsFailure: shape.problems.count > 0,
        };
      },
    };
  },
};
