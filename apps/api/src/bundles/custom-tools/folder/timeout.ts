import type { Texts } from '@/foundation/errors/domain-error';
import { JsonNumber, type JsonValue } from '../json-text';

const DEFAULT_SECONDS = 30;

/** Seconds a script may take: positive numbers are rounded up and clamped, all else means the default. */
export function readTimeout(
  value: JsonValue | undefined,
  maxSeconds: number,
): { seconds: number; warning: Texts | null } {
  const fallback = Math.min(DEFAULT_SECONDS, maxSeconds);
  if (value === undefined || value === null) return { seconds: fallback, warning: null };
  const given = numberOf(value);
  if (given === null || !(given > 0)) {
    return {
      seconds: fallback,
      warning: {
        en: `timeout must be a positive number of seconds; ${fallback} is used`,
        'zh-CN': `timeout 必须为正数（秒），已使用默认值 ${fallback}`,
      },
    };
  }
  const seconds = Math.ceil(given);
  if (seconds <= maxSeconds) return { seconds, warning: null };
  return {
    seconds: maxSeconds,
    warning: {
      en: `timeout is limited to ${maxSeconds} seconds`,
      'zh-CN': `timeout 超过上限，已限制为 ${maxSeconds} 秒`,
    },
  };
}

function numberOf(value: JsonValue): number | null {
  if (value instanceof JsonNumber) return Number(value.text);
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}
