import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { describeCall } from '#components/artifacts/text/describe-call.ts';
import { TitleText } from '#components/artifacts/text/title-text.tsx';

test('a command in a title names its invisible characters', () => {
  const markup = renderToStaticMarkup(
    createElement(TitleText, { kind: 'command', text: 'rm \u202etxt.exe' }),
  );
  expect(markup).toMatch(/^<b class="clip">rm <span class="zw"[^>]*>RLO<\/span>txt\.exe<\/b>$/);
});

test('a call is named by its command on one line, whatever whitespace it has', () => {
  expect(describeCall('run_and_display', { command: ' cd a \r\n\n  make\tall ' })).toBe('cd a ⏎ make\tall');
  expect(describeCall('run_and_display', { command: ' \n ' })).toBe('run_and_display');
});
