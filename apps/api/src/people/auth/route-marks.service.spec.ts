import { Controller, Get, Post } from '@nestjs/common';
import { type DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Allow, Public } from '@/foundation/http/marks';
import { UnmarkedRoute } from './auth.errors';
import { RouteMarks } from './route-marks.service';

@Controller('api/things')
@Allow('user')
class ThingsController {
  @Get()
  list() {}
  @Post('/:thingId/open')
  @Public()
  open() {}
  notARoute() {}
}

@Controller('api/forgotten')
class ForgottenController {
  @Get('one')
  @Allow('admin')
  marked() {}
  @Post('two')
  forgotten() {}
}

function marksOf(...controllers: (new () => object)[]): RouteMarks {
  const wrappers = controllers.map((metatype) => ({ metatype, instance: new metatype() }));
  const discovery = { getControllers: () => wrappers };
  return new RouteMarks(
    discovery as unknown as DiscoveryService,
    new MetadataScanner(),
    new Reflector(),
  );
}

it('lists routes with the mark that counts: the nearer one', () => {
  expect(marksOf(ThingsController).listRoutes()).toEqual([
    {
      handler: 'ThingsController.list',
      method: 'GET',
      path: '/api/things',
      entry: { public: false, role: 'user' },
    },
    {
      handler: 'ThingsController.open',
      method: 'POST',
      path: '/api/things/:thingId/open',
      entry: { public: true },
    },
  ]);
});

it('starts when every route is marked, and names the ones that are not', () => {
  expect(() => marksOf(ThingsController).onModuleInit()).not.toThrow();
  const start = () => marksOf(ThingsController, ForgottenController).onModuleInit();
  expect(start).toThrow(UnmarkedRoute);
  expect(start).toThrow('POST /api/forgotten/two (ForgottenController.forgotten)');
  expect(start).not.toThrow('api/things');
});
