import type { AppConfig } from '@/foundation/config/config';
import type { ContainerLimits, ScriptCall } from './container-runtime';

/** All that can differ between two tool containers. The plan is made of it and of nothing else a call says. */
export interface ContainerShape extends Required<ContainerLimits> {
  /** `host:port` pairs; with any, the container belongs to one person and has one gate. */
  allowedHosts: readonly string[];
}

/** The operator's defaults and maxima, and what the engine has. */
export interface ShapeBounds {
  usual: Required<ContainerLimits>;
  most: Required<ContainerLimits>;
}

/** Below these Python does not start, or the engine refuses. */
const LEAST: Required<ContainerLimits> = { memoryMb: 64, cpus: 0.05, pids: 8 };

export function boundsOf({ usual, most }: AppConfig['containers'], engineCpus: number) {
  return { usual, most: { ...most, cpus: Math.min(most.cpus, engineCpus) } };
}

export function shapeOf(
  { limits = {}, allowedHosts = [] }: Pick<ScriptCall, 'limits' | 'allowedHosts'>,
  { usual, most }: ShapeBounds,
): ContainerShape {
  const within = (key: keyof ContainerLimits) =>
    Math.max(LEAST[key], Math.min(most[key], limits[key] ?? usual[key]));
  return {
    memoryMb: Math.floor(within('memoryMb')),
    cpus: Math.round(within('cpus') * 100) / 100,
    pids: Math.floor(within('pids')),
    allowedHosts: [...new Set(allowedHosts)].sort(),
  };
}

/** Equal for shapes whose containers may stand in for each other. */
export const keyOfShape = ({ memoryMb, cpus, pids, allowedHosts }: ContainerShape): string =>
  [memoryMb, cpus, pids, ...allowedHosts].join(' ');
