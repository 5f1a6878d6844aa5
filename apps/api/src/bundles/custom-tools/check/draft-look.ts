import type { Locale } from '@/contract/errors';
import type { CustomToolFileName } from '@/contract/tools';
import type { Finding, RenderedScript, ToolFileTexts } from '@/contract/workshop';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { readArguments } from '../call/arguments';
import { asDomainError } from '../call/result';
import { CustomToolRefused } from '../custom-tools.errors';
import { definitionFindings, meantParameters, parametersOf } from '../findings/definition-findings';
import { tell, type Found } from '../findings/finding';
import { readLocated, type ReadJson } from '../findings/json-findings';
import { returnFindings, testsFindings } from '../findings/layer-findings';
import type { JsonFileName } from '../findings/published-schemas';
import { schemaFindings } from '../findings/schema-findings';
import { riskFindings, unusedFindings } from '../findings/script-findings';
import { SourceText } from '../findings/source-text';
import { templateFindings } from '../findings/template-findings';
import type { CustomTool } from '../folder/custom-tool';
import type { Parameters } from '../folder/parameters';
import { readTool } from '../folder/read-tool';
import {
  FILE_NAMES,
  folderHash,
  readBytes,
  SIZE_LIMITS,
  type ToolFolder,
} from '../folder/tool-files';
import { isJsonObject, type JsonObject } from '../json-text';
import type { ScriptWriter } from '../template/script-writer';
import { Template } from '../template/template';
import { sampleArguments } from './sample-arguments';

export interface Draft {
  id: string;
  files: ToolFileTexts;
  /** For the rendered script; null leaves it out. */
  arguments: JsonObject | null;
}

export type Rendering = Pick<ScriptWriter, 'code' | 'spots'>;

const MOST_FINDINGS = 300;

/** One draft while it is looked at: its files that can be read, and what was found so far. */
export class DraftLook {
  readonly tool: CustomTool;
  private readonly parameters: Parameters;
  private readonly sources = new Map<CustomToolFileName, SourceText>();
  private readonly read = new Map<JsonFileName, ReadJson>();
  private readonly found = new Map<CustomToolFileName, Found[]>();

  constructor(
    readonly draft: Draft,
    private readonly maxTimeoutSeconds: number,
  ) {
    this.tool = readTool(folderOf(draft), maxTimeoutSeconds);
    this.parameters = meantParameters(this.tool.definition ?? new Map());
    for (const name of FILE_NAMES) this.open(name, draft.files[name]);
    for (const [name, json] of this.read) this.add(name, ...this.lookAtJson(name, json));
  }

  get script(): SourceText | null {
    return this.sources.get('execution.py') ?? null;
  }

  get definition(): ReadJson | null {
    return this.read.get('definition.json') ?? null;
  }

  add(name: CustomToolFileName, ...found: Found[]): void {
    this.found.set(name, [...(this.found.get(name) ?? []), ...found]);
  }

  /** @returns whether the script can be rendered */
  lookAtScript(): boolean {
    if (!this.script) return false;
    const { text } = this.script;
    const { found, used } = templateFindings(text, this.parameters.names);
    this.add('execution.py', ...found, ...riskFindings(text));
    // With a fault in a placeholder nobody knows which parameter was meant.
    if (found.length === 0 && used && isJsonObject(this.definition?.value)) {
      const declared = parametersOf(this.definition.value, this.definition.root);
      this.add('definition.json', ...unusedFindings(declared, used, text));
    }
    return found.length === 0;
  }

  /** The script as a call with these arguments would run it, or why there would be none. */
  render(
    given: JsonObject,
    locale: Locale,
  ): { script: RenderedScript; rendering: Rendering | null } {
    try {
      const values = readArguments(this.tool, given);
      const rendering = this.renderWith(values, this.tool.parameters);
      const { code, spots } = rendering;
      const shown = spots.map(({ from, to, hole }) => ({ from, to, parameter: hole.name }));
      return { script: { code, spots: shown, failure: null }, rendering };
    } catch (thrown) {
      const failure = toErrorBody(asDomainError(thrown), locale);
      return { script: { code: null, spots: [], failure }, rendering: null };
    }
  }

  /** Null when a sample value cannot stand where the template wants it; another one may. */
  renderSample(): Rendering | null {
    try {
      return this.renderWith(sampleArguments(this.parameters.properties), this.parameters);
    } catch (thrown) {
      asDomainError(thrown);
      return null;
    }
  }

  findings(locale: Locale): Finding[] {
    return FILE_NAMES.flatMap((file) => {
      const source = this.sources.get(file) ?? new SourceText('');
      return tell(this.found.get(file) ?? [], { file, source, locale });
    }).slice(0, MOST_FINDINGS);
  }

  private renderWith(values: JsonObject, { names }: Parameters): Rendering {
    if (!this.script) throw new CustomToolRefused(NO_SCRIPT);
    return Template.read(this.script.text, names).renderMarked(values);
  }

  private open(name: CustomToolFileName, text?: string): void {
    const problem = fileProblem(name, text);
    if (problem) return this.add(name, problem);
    if (text === undefined) return;
    const source = new SourceText(text);
    this.sources.set(name, source);
    if (name === 'execution.py') return;
    const { read, found } = readLocated(source);
    this.add(name, ...found);
    if (read) this.read.set(name, read);
  }

  private lookAtJson(name: JsonFileName, json: ReadJson): Found[] {
    const found = schemaFindings(name, json);
    const { value, root } = json;
    const { id } = this.draft;
    const text = this.sources.get(name)?.text ?? '';
    if (name === 'return.json') return [...found, ...returnFindings(json, text)];
    if (name === 'tests.json') return [...found, ...testsFindings(json, this.parameters)];
    if (name !== 'definition.json' || !isJsonObject(value)) return found;
    const isUsable = this.tool.validate !== null;
    const context = { id, maxTimeoutSeconds: this.maxTimeoutSeconds, isUsable };
    return [...found, ...definitionFindings(value, root, context)];
  }
}

const NO_SCRIPT = { en: 'execution.py cannot be read', 'zh-CN': '无法读取 execution.py' };

function folderOf({ id, files }: Draft): ToolFolder {
  const read: ToolFolder['files'] = {};
  for (const name of FILE_NAMES) {
    const text = files[name];
    if (text !== undefined) read[name] = readBytes(name, Buffer.from(text, 'utf8'));
  }
  return { directory: id, files: read, hash: folderHash(read) };
}

const REQUIRED: readonly CustomToolFileName[] = ['definition.json', 'execution.py'];

function fileProblem(name: CustomToolFileName, text: string | undefined): Found | null {
  const place = { from: 0, to: 0, severity: 'error' as const };
  if (text === undefined) {
    if (!REQUIRED.includes(name)) return null;
    const message = { en: `${name} is missing`, 'zh-CN': `缺少 ${name}` };
    return { ...place, rule: 'file_missing', message };
  }
  if (Buffer.byteLength(text) <= SIZE_LIMITS[name]) return null;
  const limit = SIZE_LIMITS[name] / 1024;
  const message = {
    en: `${name} is larger than ${limit} KiB`,
    'zh-CN': `${name} 超过 ${limit} KiB`,
  };
  return { ...place, rule: 'too_large', message };
}
