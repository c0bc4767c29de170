import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { hasVision } from '#lib/runs/has-vision.ts';
import { createModels } from '#lib/runs/models.ts';
import { tempFolder } from '../support/temp-folder.ts';

const seeing = [
  'gpt-4o',
  'gpt-4o-mini-2024-07-18',
  'openai/gpt-4.1-nano',
  'gpt-5-mini',
  'o1',
  'o3-2025-04-16',
  'o4-mini',
  'anthropic/claude-3.5-sonnet',
  'claude-sonnet-4-5',
  'google/gemini-2.5-flash',
  'gemma3:4b',
  'google/gemma-3-27b-it',
  'llava:13b',
  'bakllava',
  'qwen2.5vl:7b',
  'Qwen/Qwen2.5-VL-72B-Instruct',
  'qwen3-vl',
  'deepseek-vl2',
  'llama3.2-vision:11b',
  'meta-llama/Llama-4-Scout-17B',
  'pixtral-12b-2409',
  'mistral-small3.1',
  'phi-4-multimodal-instruct',
];
const blind = [
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-oss:20b',
  'o1-mini',
  'o3-mini',
  'claude-2.1',
  'claude-instant-1',
  'gemma3:1b',
  'gemma2:9b',
  'llama3.1:8b',
  'qwen3:8b',
  'deepseek-r1',
  'mistral-7b',
  'phi4',
  'demo',
];

test('a model’s vision is known by its family', () => {
  for (const id of seeing) expect(hasVision(id), id).toBe(true);
  for (const id of blind) expect(hasVision(id), id).toBe(false);
});

test('a setting overrides the model name, and the offline model never has vision', () => {
  const choose = (change: Record<string, string>) =>
    createModels(
      readConfig({ VITRINE_DATA_DIR: tempFolder(), INIT_CWD: tempFolder(), ...change }).offeredModels,
    ).standard.hasVision;
  const key = { OPENAI_API_KEY: 'x' };
  expect(choose({ ...key, VITRINE_MODEL: 'gpt-4o' })).toBe(true);
  expect(choose({ ...key, VITRINE_MODEL: 'gpt-4o', VITRINE_MODEL_VISION: 'off' })).toBe(false);
  expect(choose({ ...key, VITRINE_MODEL: 'my-own' })).toBe(false);
  expect(choose({ ...key, VITRINE_MODEL: 'my-own', VITRINE_MODEL_VISION: 'on' })).toBe(true);
  expect(choose({ VITRINE_MODEL_VISION: 'on' })).toBe(false);
});
