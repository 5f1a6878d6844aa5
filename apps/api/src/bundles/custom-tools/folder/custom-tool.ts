import type { ValidateFunction } from 'ajv';
import type { CustomToolFileName, JsonSchema } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import type { JsonObject } from '../json-text';
import type { ToolTestList } from '../tests/tool-tests';
import type { Abilities } from './abilities';
import type { Parameters } from './parameters';
import type { ReturnLayer } from './return-layer';

/** Why a directory is not offered to anyone. */
export interface Defect {
  kind: 'incomplete' | 'unreadable' | 'json' | 'id' | 'duplicate' | 'execution_type';
  text: Texts;
  position: { line: number; column: number } | null;
}

/** A tool as its folder describes it, good or not. */
export interface CustomTool extends Abilities {
  id: string;
  directory: string;
  description: string;
  parameters: Parameters;
  schema: JsonSchema;
  validate: ValidateFunction | null;
  category: string;
  icon: string | null;
  timeoutSeconds: number;
  /** False when the definition switches argument checks off. */
  isStrict: boolean;
  code: string;
  returnLayer: ReturnLayer;
  /** As they stand in the files, for those who edit them. */
  definition: JsonObject | null;
  returnJson: JsonObject | null;
  meta: JsonObject | null;
  tests: ToolTestList;
  defect: Defect | null;
  warnings: Texts[];
  hash: string;
  files: CustomToolFileName[];
}
