import { z } from 'zod';
import type { ResultView } from '@/contract/tools';
import {
  isJsonObject,
  JsonNumber,
  toPlain,
  writeJson,
  type JsonObject,
  type JsonValue,
} from '../json-text';

type Table = Extract<ResultView, { type: 'table' }>;
type Chart = Extract<ResultView, { type: 'chart' }>;

const MOST_ROWS = 500;
const MOST_COLUMNS = 50;
const LONGEST_CELL = 500;
const MOST_POINTS = 1000;
const MOST_SERIES = 12;

/**
 * A list of objects, whose keys are the columns in the order they come up, or a list of lists, whose first is the head.
 * Null for anything else: the output is shown as text then.
 */
export function tableOf(value: JsonValue | undefined): Table | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isJsonObject)) return tableOfObjects(value);
  if (value.every((row) => Array.isArray(row))) return tableOfLists(value);
  return null;
}

function tableOfObjects(objects: JsonObject[]): Table {
  const shown = objects.slice(0, MOST_ROWS);
  const names = new Set(shown.flatMap((object) => [...object.keys()]));
  const columns = [...names].slice(0, MOST_COLUMNS);
  const rows = shown.map((object) => columns.map((name) => cellOf(object.get(name))));
  return { type: 'table', columns, rows, total: objects.length };
}

function tableOfLists([head = [], ...lists]: JsonValue[][]): Table {
  const columns = head.slice(0, MOST_COLUMNS).map(cellOf);
  const rows = lists
    .slice(0, MOST_ROWS)
    .map((list) => columns.map((_, index) => cellOf(list[index])));
  return { type: 'table', columns, rows, total: lists.length };
}

function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text =
    typeof value === 'string' ? value : value instanceof JsonNumber ? value.text : writeJson(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}

const chartShape = z.object({
  type: z.enum(['bar', 'line', 'pie']),
  title: z.string().max(200).default(''),
  labels: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .max(MOST_POINTS),
  series: z
    .array(
      z.object({
        name: z.string().max(200).default(''),
        values: z.array(z.number().nullable()).max(MOST_POINTS),
      }),
    )
    .min(1)
    .max(MOST_SERIES),
});

/** `{type, title, labels, series: [{name, values}]}`; values beyond the labels are left out, missing ones are gaps. */
export function chartOf(value: JsonValue | undefined): Chart | null {
  const { success, data } = chartShape.safeParse(value === undefined ? null : toPlain(value));
  if (!success) return null;
  const { type, title, labels, series } = data;
  return {
    type: 'chart',
    chart: type,
    title,
    labels: labels.map(String),
    series: series.map(({ name, values }) => ({
      name,
      values: labels.map((_, index) => values[index] ?? null),
    })),
  };
}
