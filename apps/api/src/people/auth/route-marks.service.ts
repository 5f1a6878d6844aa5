import { Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ENTRY_MARK, KEY_MARK, type Entry } from '@/foundation/http/marks';
import type { ApiKeyScope } from '@/contract/people';
import { UnmarkedRoute } from './auth.errors';

export interface MarkedRoute {
  /** `Controller.method`. */
  handler: string;
  method: string;
  path: string;
  entry: Entry | undefined;
  /** Which keys may come; none without. */
  keyScope: ApiKeyScope | undefined;
}

type Handler = (...values: unknown[]) => unknown;

/** Every route with its mark; refuses to start while one has none. Tests make their matrix from the same list (S-01). */
@Injectable()
export class RouteMarks implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const unmarked = this.listRoutes().filter(({ entry }) => entry === undefined);
    if (unmarked.length > 0) {
      throw new UnmarkedRoute(
        unmarked.map(({ method, path, handler }) => `${method} ${path} (${handler})`),
      );
    }
  }

  listRoutes(): MarkedRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      if (!metatype || !instance) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, Handler>;
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => this.routeOf(metatype as new () => object, name, prototype[name]))
        .filter((route): route is MarkedRoute => route !== null);
    });
  }

  private routeOf(
    controller: new () => object,
    name: string,
    handler: Handler | undefined,
  ): MarkedRoute | null {
    if (!handler) return null;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return null;
    return {
      handler: `${controller.name}.${name}`,
      method: RequestMethod[method],
      path: pathOf(
        Reflect.getMetadata(PATH_METADATA, controller),
        Reflect.getMetadata(PATH_METADATA, handler),
      ),
      entry: this.reflector.getAllAndOverride<Entry | undefined>(ENTRY_MARK, [handler, controller]),
      keyScope: this.reflector.getAllAndOverride<ApiKeyScope | undefined>(KEY_MARK, [
        handler,
        controller,
      ]),
    };
  }
}

const pathOf = (...parts: unknown[]): string =>
  `/${parts
    .map((part) => String(part ?? '').replace(/^\/+|\/+$/g, ''))
    .filter(Boolean)
    .join('/')}`;
