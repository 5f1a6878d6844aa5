import type { Audience } from '@/contract/workshop';
import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';
import { readAudience } from './audience';
import { readNetwork } from './network';

/** What one call may use; null is the server's own default. */
export interface ToolLimits {
  memoryMb: number | null;
  cpus: number | null;
  pids: number | null;
  outputChars: number | null;
}

/** What a tool may do, as its definition says; whatever is not understood falls back to the safe side. */
export interface Abilities {
  limits: ToolLimits;
  /** `host:port`, lower case; empty is no network at all. */
  allowedHosts: string[];
  /** Names only; values are set in the console. */
  secrets: string[];
  isolation: 'fresh' | 'reuse';
  isDangerous: boolean;
  audience: Audience;
}

interface Bounds {
  min: number;
  max: number;
  isWhole: boolean;
}

/** The lower bounds still start Python, the upper ones still leave room for other people's calls. */
const BOUNDS: Record<string, Bounds & { key: keyof ToolLimits }> = {
  memory_mb: { key: 'memoryMb', min: 32, max: 4096, isWhole: true },
  cpus: { key: 'cpus', min: 0.1, max: 4, isWhole: false },
  pids: { key: 'pids', min: 8, max: 1024, isWhole: true },
  output_chars: { key: 'outputChars', min: 1, max: 100_000, isWhole: true },
};
const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
const MOST_SECRETS = 20;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

export function readAbilities(definition: JsonObject): {
  abilities: Abilities;
  warnings: Texts[];
} {
  const warnings: Texts[] = [];
  const abilities: Abilities = {
    limits: readLimits(definition.get('limits') ?? null, warnings),
    allowedHosts: readNetwork(definition.get('network') ?? null, warnings),
    secrets: readSecrets(definition.get('secrets') ?? null, warnings),
    isolation: readIsolation(definition.get('isolation') ?? null, warnings),
    isDangerous: readDangerous(definition.get('dangerous') ?? null, warnings),
    audience: readAudience(definition.get('audience') ?? null, warnings),
  };
  return { abilities, warnings };
}

function readLimits(value: JsonValue, warnings: Texts[]): ToolLimits {
  const limits: ToolLimits = { memoryMb: null, cpus: null, pids: null, outputChars: null };
  if (value === null) return limits;
  if (!isJsonObject(value)) {
    warnings.push({
      en: 'limits must be an object; the defaults are used',
      'zh-CN': 'limits 必须是对象，已使用默认值',
    });
    return limits;
  }
  for (const [name, given] of value) {
    const bounds = Object.hasOwn(BOUNDS, name) ? BOUNDS[name] : undefined;
    if (bounds) limits[bounds.key] = readLimit(name, given, bounds, warnings);
    else {
      warnings.push({
        en: `limits.${name} is unknown; known are ${Object.keys(BOUNDS).join(', ')}`,
        'zh-CN': `limits.${name} 未知，可用的有 ${Object.keys(BOUNDS).join('、')}`,
      });
    }
  }
  return limits;
}

/** A number outside the bounds is moved to the nearest one; what is no such number counts as not given. */
function readLimit(
  name: string,
  given: JsonValue,
  { min, max, isWhole }: Bounds,
  warnings: Texts[],
): number | null {
  if (given === null) return null;
  const number = given instanceof JsonNumber ? Number(given.text) : Number.NaN;
  if (!(number > 0) || (isWhole && !Number.isInteger(number))) {
    warnings.push({
      en: `limits.${name} must be a ${isWhole ? 'whole ' : ''}number above 0; the default is used`,
      'zh-CN': `limits.${name} 必须为大于 0 的${isWhole ? '整数' : '数字'}，已使用默认值`,
    });
    return null;
  }
  const used = Math.min(max, Math.max(min, number));
  if (used === number) return number;
  warnings.push({
    en: `limits.${name} must lie between ${min} and ${max}; ${used} is used`,
    'zh-CN': `limits.${name} 必须在 ${min} 到 ${max} 之间，已使用 ${used}`,
  });
  return used;
}

function readSecrets(value: JsonValue, warnings: Texts[]): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) {
    warnings.push({
      en: 'secrets must be a list of names; it is ignored',
      'zh-CN': 'secrets 必须是名称列表，已忽略',
    });
    return [];
  }
  const good = value.filter((name) => typeof name === 'string' && isSecretName(name)) as string[];
  if (good.length < value.length) {
    warnings.push({
      en: 'secrets may hold only names like API_KEY (capital letters, digits, underscores, at most 64); the others are ignored',
      'zh-CN':
        'secrets 只能包含形如 API_KEY 的名称（大写字母、数字、下划线，最多 64 个字符），其余已忽略',
    });
  }
  const names = [...new Set(good)];
  if (names.length > MOST_SECRETS) {
    warnings.push({
      en: `secrets may name at most ${MOST_SECRETS}; the rest is ignored`,
      'zh-CN': `secrets 最多 ${MOST_SECRETS} 个，其余已忽略`,
    });
  }
  return names.slice(0, MOST_SECRETS);
}

function readIsolation(value: JsonValue, warnings: Texts[]): 'fresh' | 'reuse' {
  if (value === null || value === 'fresh') return 'fresh';
  if (value === 'reuse') return 'reuse';
  warnings.push({
    en: 'isolation must be "fresh" or "reuse"; "fresh" is used',
    'zh-CN': 'isolation 必须为 "fresh" 或 "reuse"，已使用 "fresh"',
  });
  return 'fresh';
}

/** Only a plain `false` says that a tool merely looks (D-005). */
function readDangerous(value: JsonValue, warnings: Texts[]): boolean {
  if (value !== null && typeof value !== 'boolean') {
    warnings.push({
      en: 'dangerous must be true or false; true is used',
      'zh-CN': 'dangerous 必须为 true 或 false，已使用 true',
    });
  }
  return value !== false;
}
