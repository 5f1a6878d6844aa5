import type { ErrorObject } from 'ajv';
import type { FindingSeverity } from '@/contract/workshop';
import type { Texts } from '@/foundation/errors/domain-error';
import { reasonOf } from '../call/arguments';
import { toPlain } from '../json-text';
import { rename, type Found } from './finding';
import type { ReadJson } from './json-findings';
import { entryAt, nodeAt, removalOf, type JsonNode } from './json-tree';
import { nearName } from './near-name';
import { schemaCheckOf, type JsonFileName } from './published-schemas';
import { wordsFor } from './schema-words';

/** Where another rule says the same with more help. */
const TOLD_ELSEWHERE = new Set(['id', 'parameters/type']);
/** Faults here hide the tool or its tests; all others are ignored by the server. */
const SERIOUS = /^(execution\/type|cases(\/.*)?|)$/;

/** What the published schema of the file says about it. */
export function schemaFindings(file: JsonFileName, { value, root }: ReadJson): Found[] {
  const check = schemaCheckOf(file);
  check(toPlain(value));
  const found = tellable(check.errors ?? []).flatMap((error) => findingOf(error, root));
  const known = Object.keys((check.schema as { properties: object }).properties);
  return file === 'meta.json' ? found : [...found, ...unknownKeys(root, known)];
}

const pathOf = ({ instancePath }: ErrorObject): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** One error a place. Of alternatives the one is told that came furthest, else that none fits. */
function tellable(errors: readonly ErrorObject[]): ErrorObject[] {
  const groups = errors.filter(({ keyword }) => keyword === 'anyOf');
  const kept = errors.filter((error) =>
    groups.includes(error)
      ? !errors.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`))
      : !groups.some(({ instancePath }) => instancePath === error.instancePath),
  );
  const places = new Map<string, ErrorObject>();
  for (const error of kept) {
    const place = `${error.instancePath} ${keyOf(error) ?? ''}`;
    if (!places.has(place)) places.set(place, error);
  }
  return [...places.values()];
}

/** The key an error is about when it is not the value at its path. */
function keyOf({ keyword, params }: ErrorObject): string | null {
  const facts = params as { additionalProperty?: string; missingProperty?: string };
  if (keyword === 'additionalProperties') return facts.additionalProperty ?? null;
  return keyword === 'required' ? (facts.missingProperty ?? null) : null;
}

function findingOf(error: ErrorObject, root: JsonNode): Found[] {
  const path = pathOf(error);
  const key = keyOf(error);
  const full = key === null ? path : [...path, key];
  const node = nodeAt(root, path);
  if (node === null || TOLD_ELSEWHERE.has(full.join('/'))) return [];
  if (error.keyword === 'additionalProperties') return [refusedKey(error, root, full, node)];
  const severity: FindingSeverity = SERIOUS.test(path.join('/')) ? 'error' : 'warning';
  if (key !== null) {
    return [{ ...opening(node), severity, rule: 'missing_key', message: missing(full) }];
  }
  const words = wordsFor(path) ?? reasonOf(error);
  const message = prefixed(path, words);
  return [{ from: node.from, to: node.to, severity, rule: 'schema', message }];
}

export const opening = ({ from }: JsonNode): { from: number; to: number } => ({
  from,
  to: from + 1,
});

const prefixed = (path: readonly string[], words: Texts): Texts =>
  path.length === 0
    ? { en: `The file ${words.en}`, 'zh-CN': `文件内容${words['zh-CN']}` }
    : { en: `${path.join('.')} ${words.en}`, 'zh-CN': `${path.join('.')} ${words['zh-CN']}` };

const missing = (path: readonly string[]): Texts => ({
  en: `${path.join('.')} is missing`,
  'zh-CN': `缺少 ${path.join('.')}`,
});

function refusedKey(error: ErrorObject, root: JsonNode, full: string[], parent: JsonNode): Found {
  const entry = entryAt(root, full);
  const known = Object.keys(
    (error.parentSchema as { properties?: object } | undefined)?.properties ?? {},
  );
  const near = nearName(full.at(-1) ?? '', known);
  const range = { from: entry?.keyFrom ?? parent.from, to: entry?.keyTo ?? parent.from + 1 };
  const removal = entry && {
    label: { en: 'Remove it', 'zh-CN': '删除' },
    edits: [{ ...removalOf(parent, entry), insert: '' }],
  };
  return {
    ...range,
    severity: 'warning',
    rule: 'unknown_key',
    message: {
      en: `${full.join('.')} is not known; possible are ${known.join(', ')}`,
      'zh-CN': `未知的 ${full.join('.')}，可用的有 ${known.join('、')}`,
    },
    repair: near === null ? removal : rename(range, near, JSON.stringify(near)),
  };
}

/** Further keys are kept and ignored; one that looks like a slip is told. */
function unknownKeys(root: JsonNode, known: readonly string[]): Found[] {
  if (root.isArray) return [];
  const present = new Set(root.entries.map(({ key }) => key));
  return root.entries.flatMap(({ key, keyFrom: from, keyTo: to }): Found[] => {
    if (known.includes(key)) return [];
    const near = nearName(
      key,
      known.filter((name) => !present.has(name)),
    );
    if (near === null) return [];
    return [
      {
        from,
        to,
        severity: 'warning',
        rule: 'unknown_key',
        message: {
          en: `${key} is not known and has no effect; ${near} may be meant`,
          'zh-CN': `${key} 不是已知的键，不起作用；可能应为 ${near}`,
        },
        repair: rename({ from, to }, near, JSON.stringify(near)),
      },
    ];
  });
}
