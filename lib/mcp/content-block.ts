import type { ContentBlock } from '@modelcontextprotocol/client';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';

export const isFor = ({ annotations }: ContentBlock, role: 'user' | 'assistant'): boolean =>
  annotations?.audience === undefined ||
  annotations.audience.length === 0 ||
  annotations.audience.includes(role);

/** Text is itself; of other blocks, a line says what they are. */
export function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[image: ${block.mimeType}, ${sizeOf(block.data)}]`;
    case 'audio':
      return `[sound: ${block.mimeType}, ${sizeOf(block.data)}]`;
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})${block.description ? `: ${block.description}` : ''}`;
    case 'resource':
      return 'text' in block.resource
        ? block.resource.text
        : `[${block.resource.uri}: ${block.resource.mimeType ?? 'bytes'}, ${sizeOf(block.resource.blob)}]`;
  }
}

const sizeOf = (base64: string): string => formatBytes(Buffer.byteLength(base64, 'base64'));
