import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { createShape } from './create-shape.ts';
import { describeShape } from './describe-shape.ts';
import { createXmlReader } from './xml-reader.ts';

/** XML of any kind, except HTML pages and test reports, which have their own summarizers. */
export const summarizeXml: Summarizer = {
  kind: 'xml',
  covers: 'all',
  recognise({ head, type }) {
    const start = head.trimStart();
    if (!start.startsWith('<') || notOurs.test(start.slice(0, 2_000))) return null;
    if (start.startsWith('<?xml ')) return type === 'file' || type === 'table' ? 'named' : 'marked';
    return element.test(start) && /<\/[\w:.-]+>|\/>/.test(start) ? 'marked' : null;
  },
  read(evidence) {
    const shape = createShape({ isOutput: evidence.type !== 'file', repeatsKeys: true });
    const reader = createXmlReader(shape);
    return {
      text: (piece) => reader.push(piece),
      finish({ byteLength }) {
        const { state, rootName, elementCount } = reader.finish();
        if (state === 'broken' || rootName === null || elementCount < 2) return null;
        return {
          kind: 'xml',
          verdict: [
            `<${rootName}>`,
            plural(elementCount, 'element'),
            formatBytes(byteLength),
            ...(state === 'unfinished' ? ['cut off'] : []),
          ],
          statesSize: true,
          sections: describeShape(shape),
          explainsFailure: true,
        };
      },
    };
  },
};

const notOurs = /<!doctype html|<html[\s>]|<testsuites?[\s>]/i;
const element =
  /^<[A-Za-z_][\w:.-]{0,100}(?:\s{1,100}[\w:.-]{1,100}\s{0,9}=\s{0,9}["'][^<]{0,2000})?\s{0,100}\/?>/;
