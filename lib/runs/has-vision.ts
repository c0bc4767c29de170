import { findKnownModel } from './known-models.ts';

/**
 * Model families that accept images, by their names at their makers, at routers, in Ollama and at Hugging Face:
 * for models that are newer than the generated file, or renamed.
 */
const families = [
  /gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-[5-9]/,
  /\bo1(?!-mini|-preview)\b|\bo3(?!-mini)\b|\bo4\b/,
  /claude-(?!2|instant)/,
  /gemini/,
  /gemma-?3(?!.*\b(?:1b|270m)\b)|gemma-?[4-9]/,
  /llama-?4/,
  /llava|pixtral|internvl|moondream|minicpm-(?:v|o)|molmo|kimi-vl/,
  /mistral-(?:small-?3\.[1-9]|medium-3)/,
  /glm-4[.\d]*v/,
  /grok-[4-9]/,
  /vision|multimodal|(?:\b|\d)vl\d?\b/,
];

/** Whether a model accepts images. VITRINE_MODEL_VISION overrides what is wrong. */
export function hasVision(modelId: string): boolean {
  const known = findKnownModel(modelId);
  if (known) return known.vision === true;
  const name = modelId.toLowerCase();
  return families.some((family) => family.test(name));
}
