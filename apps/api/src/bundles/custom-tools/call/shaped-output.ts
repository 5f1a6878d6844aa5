import type { ScriptResult } from '@/engines/containers/container-runtime';
import type { DomainError } from '@/foundation/errors/domain-error';
import { OutputNotJson } from '../custom-tools.errors';
import type { ReturnLayer } from '../folder/return-layer';
import { isJsonObject, JsonFault, readJson, writeJson, type JsonValue } from '../json-text';
import { imageIn, type Image } from './image-output';

/** What the return layer makes of a script's standard output, before it is cut to its length. */
export interface ShapedOutput {
  stdout: string;
  /** The output was to be JSON and is not. */
  failure: DomainError | null;
  /** What was picked, for views that draw values; undefined when the output is no JSON. */
  value: JsonValue | undefined;
  image: Image | null;
}

/** Only a run that ended well is held to a shape; what a failing script wrote is shown as it is. */
export function shapeOutput(layer: ReturnLayer, script: ScriptResult): ShapedOutput {
  const asItIs = { stdout: script.stdout, failure: null, value: undefined, image: null };
  if (script.state !== 'completed') return asItIs;
  if (layer.view === 'image') {
    const image = imageIn(script.stdout);
    return image ? { ...asItIs, stdout: `[${describe(image)}]\n`, image } : asItIs;
  }
  if (layer.jsonPath === null && !drawsValues(layer)) return asItIs;
  const { value, fault } = parsed(script.stdout);
  if (layer.jsonPath === null) return { ...asItIs, value };
  if (value === undefined) return { ...asItIs, failure: new OutputNotJson(fault) };
  // A path that leads nowhere is ignored, as an unknown variable of a template is.
  const found = valueAt(value, layer.jsonPath) ?? value;
  const stdout = typeof found === 'string' ? found : writeJson(found);
  return { ...asItIs, stdout: `${stdout}\n`, value: found };
}

const drawsValues = ({ view }: ReturnLayer): boolean => view === 'table' || view === 'chart';

const describe = ({ mediaType, content }: Image): string =>
  `${mediaType}, ${content.length.toLocaleString('en')} bytes`;

function parsed(text: string): { value: JsonValue | undefined; fault: JsonFault | null } {
  try {
    return { value: readJson(text), fault: null };
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { value: undefined, fault: thrown };
    throw thrown;
  }
}

/** RFC 6901; undefined when the path leads nowhere. */
function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<JsonValue | undefined>((at, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isJsonObject(at)) return at.get(name);
    return Array.isArray(at) && /^(0|[1-9]\d*)$/.test(name) ? at[Number(name)] : undefined;
  }, value);
}
