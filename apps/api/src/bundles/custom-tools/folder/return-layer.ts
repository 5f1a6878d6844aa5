import type { Texts } from '@/foundation/errors/domain-error';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json-text';

export interface ReturnLayer {
  truncate: number | null;
  template: string | null;
}

export const NO_RETURN_LAYER: ReturnLayer = { truncate: null, template: null };

/** Only whole numbers above zero cut, only text that says something replaces the message. */
export function readReturnLayer(value: JsonValue): { layer: ReturnLayer; warnings: Texts[] } {
  if (!isJsonObject(value)) {
    return {
      layer: NO_RETURN_LAYER,
      warnings: [
        {
          en: 'return.json must be an object; it is ignored',
          'zh-CN': 'return.json 必须是对象，已忽略',
        },
      ],
    };
  }
  const truncate = readTruncate(value);
  const template = readTemplate(value);
  return {
    layer: { truncate: truncate.value, template: template.value },
    warnings: [...truncate.warnings, ...template.warnings],
  };
}

function readTruncate(layer: JsonObject): { value: number | null; warnings: Texts[] } {
  const given = layer.get('truncate') ?? null;
  if (given === null) return { value: null, warnings: [] };
  const number = given instanceof JsonNumber ? Number(given.text) : Number.NaN;
  if (Number.isInteger(number) && number > 0) return { value: number, warnings: [] };
  return {
    value: null,
    warnings: [
      {
        en: 'return.json: truncate must be a whole number above 0; it is ignored',
        'zh-CN': 'return.json：truncate 必须为大于 0 的整数，已忽略',
      },
    ],
  };
}

function readTemplate(layer: JsonObject): { value: string | null; warnings: Texts[] } {
  const given = layer.get('template') ?? null;
  if (given === null) return { value: null, warnings: [] };
  if (typeof given === 'string') return { value: given.trim() === '' ? null : given, warnings: [] };
  return {
    value: null,
    warnings: [
      {
        en: 'return.json: template must be text; it is ignored',
        'zh-CN': 'return.json：template 必须为字符串，已忽略',
      },
    ],
  };
}
