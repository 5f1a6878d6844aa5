import type { ResultView } from '@contract/tools';

export type ChartView = Extract<ResultView, { type: 'chart' }>;

export interface Scale {
  min: number;
  max: number;
  /** Round numbers from `min` to `max`. */
  ticks: number[];
}

export interface Bar {
  series: number;
  label: number;
  value: number;
  /** Shares of the drawing, from the left and from the top. */
  x: number;
  width: number;
  y: number;
  height: number;
}

export interface Slice {
  /** Place among the labels; null holds all the small ones together. */
  label: number | null;
  value: number;
  share: number;
  /** An SVG path around (0, 0) with radius 1. */
  path: string;
}

/** More could be told apart neither by colour nor by place. */
const MOST_SLICES = 8;
const GROUP_GAP = 0.28;

/** Round numbers around all values; zero is always among them, so that lengths can be compared. */
export function scaleOf({ series }: ChartView, most = 5): Scale {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep((high - low || 1) / most);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => exact((first + at) * step));
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}

/** 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= step * 0.999) ?? 10;
  return factor * power;
}

/** 0.30000000000000004 is no label. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** From the top: 0 is `max`, 1 is `min`. */
export const heightOf = (value: number, { min, max }: Scale): number => (max - value) / (max - min);

export function barsOf({ labels, series }: ChartView, scale: Scale): Bar[] {
  const place = 1 / Math.max(1, labels.length);
  const width = (place * (1 - GROUP_GAP)) / Math.max(1, series.length);
  const ground = heightOf(0, scale);
  return series.flatMap(({ values }, number) =>
    values.flatMap((value, label): Bar[] => {
      if (value === null || label >= labels.length) return [];
      const end = heightOf(value, scale);
      const x = label * place + (place * GROUP_GAP) / 2 + number * width;
      const [y, height] = [Math.min(ground, end), Math.abs(ground - end)];
      return [{ series: number, label, value, x, width, y, height }];
    }),
  );
}

export interface Point {
  label: number;
  value: number;
  x: number;
  y: number;
}

/** Each series in pieces: a value that is missing leaves a gap. */
export function linesOf({ labels, series }: ChartView, scale: Scale): Point[][][] {
  const place = 1 / Math.max(1, labels.length);
  return series.map(({ values }) => {
    const pieces: Point[][] = [[]];
    values.slice(0, labels.length).forEach((value, label) => {
      if (value === null) pieces.push([]);
      else {
        pieces.at(-1)?.push({ label, value, x: (label + 0.5) * place, y: heightOf(value, scale) });
      }
    });
    return pieces.filter((piece) => piece.length > 0);
  });
}

/** A circle can show parts of one whole and nothing else. */
export const canBePie = ({ series }: ChartView): boolean => {
  const values = (series[0]?.values ?? []).map((value) => value ?? 0);
  return series.length === 1 && values.every((value) => value >= 0) && values.some(Boolean);
};

export function slicesOf({ labels, series }: ChartView): Slice[] {
  const parts = labels
    .map((_, label): Omit<Slice, 'share' | 'path'> => {
      return { label, value: series[0]?.values[label] ?? 0 };
    })
    .filter(({ value }) => value > 0);
  const isMany = parts.length > MOST_SLICES;
  const ranked = isMany ? parts.toSorted((a, b) => b.value - a.value) : parts;
  const kept = isMany ? ranked.slice(0, MOST_SLICES - 1) : ranked;
  const rest = isMany ? ranked.slice(MOST_SLICES - 1) : [];
  const sum = (some: typeof parts) => some.reduce((total, { value }) => total + value, 0);
  const shown = isMany ? [...kept, { label: null, value: sum(rest) }] : kept;
  const whole = sum(shown);
  let from = 0;
  return shown.map((part) => {
    const share = part.value / whole;
    const path = wedge(from, from + share);
    from += share;
    return { ...part, share, path };
  });
}

/** Clockwise from the top. */
function wedge(from: number, to: number): string {
  if (to - from > 0.9999) return 'M0,-1A1,1,0,1,1,0,1A1,1,0,1,1,0,-1Z';
  const at = (share: number) => {
    const angle = share * 2 * Math.PI;
    return `${Math.sin(angle).toFixed(4)},${(-Math.cos(angle)).toFixed(4)}`;
  };
  return `M0,0L${at(from)}A1,1,0,${to - from > 0.5 ? 1 : 0},1,${at(to)}Z`;
}

/** Every how many labels one is written, so that they do not touch. */
export const labelStep = (count: number, widthPx: number, roomPx: number): number =>
  Math.max(1, Math.ceil((count * roomPx) / Math.max(1, widthPx)));
