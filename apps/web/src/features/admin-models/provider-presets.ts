import type { ProviderKind } from '@contract/models';

export interface ProviderPreset {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
}

/** Where the common services listen when nobody changed it. */
export const PRESETS: readonly ProviderPreset[] = [
  { name: 'OpenAI', kind: 'openai', baseUrl: 'https://api.openai.com/v1' },
  { name: 'Anthropic', kind: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  { name: 'Ollama', kind: 'openai', baseUrl: 'http://localhost:11434/v1' },
  { name: 'llama.cpp', kind: 'openai', baseUrl: 'http://localhost:8080/v1' },
  { name: 'vLLM', kind: 'openai', baseUrl: 'http://localhost:8000/v1' },
  { name: 'OpenRouter', kind: 'openai', baseUrl: 'https://openrouter.ai/api/v1' },
  { name: 'LiteLLM', kind: 'openai', baseUrl: 'http://localhost:4000/v1' },
];

/** The preset an address names, `?preset=Ollama`; whatever else stands there means an empty form. */
export const presetOf = (name: unknown): ProviderPreset | undefined =>
  PRESETS.find((preset) => preset.name === name);
