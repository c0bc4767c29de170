import { describe, expect, test } from 'vitest';
import { splitRecording } from '#scripts/split/split-recording.ts';
import { lines } from '#tests/support/view-of-command.ts';

/** What the model reads of a browser's snapshot that an MCP server gave. */
async function viewOf(snapshot: string) {
  const text = `### Page\n- Page URL: http://127.0.0.1:8080/orders\n- Page Title: Orders\n### Snapshot\n\`\`\`yaml\n${snapshot}\`\`\`\n`;
  const bytes = Buffer.from(JSON.stringify({ content: [{ type: 'text', text }] }));
  const args = { server: 'browser', tool: 'browser_snapshot' };
  return await splitRecording({ tool: 'mcp_result', args, exitCode: null, bytes, level: 'balanced' });
}
const table = `- generic [active] [ref=e1]:\n  - heading "All orders" [level=1] [ref=e2]\n  - alert [ref=e3]: 3 orders are late\n  - textbox "Find an order" [ref=e4]\n  - checkbox "Late only" [checked] [ref=e5]\n  - button "New order" [ref=e6] [cursor=pointer]\n  - table [ref=e7]:\n${lines(200, (at) => `    - row [ref=r${at}]:\n      - cell [ref=c${at}]: ${at}\n      - link "Open" [ref=l${at}] [cursor=pointer]:\n        - /url: /orders/${at}`)}`;

describe('a snapshot of a web page', () => {
  test('is described by its address, headings, alerts and what one may fill in or press', async () => {
    const { text, kind } = await viewOf(table);
    expect(kind).toBe('page');
    expect(text).toContain('http://127.0.0.1:8080/orders, "Orders", 607 elements');
    expect(text).toContain('alert 3 orders are late');
    expect(text).toContain('headings: All orders');
    expect(text).toContain(
      'controls: textbox "Find an order", checkbox "Late only"[checked], button "New order"',
    );
    expect(text).toContain('links: Open ×200');
  });

  test('is not what only looks like a list', async () => {
    const { kind } = await viewOf(lines(60, (at) => `- item ${at}: "a [ref] to ${at}"`));
    expect(kind).not.toBe('page');
  });
});
