import type { Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { DoorGuard } from './door.guard';
import { ErrorFilter } from './error.filter';
import { inputPipe } from './input-pipe';

/** What stands before every route. The module that owns the guard of people lists these first: order is what matters. */
export const HTTP_DOOR: Provider[] = [
  { provide: APP_FILTER, useClass: ErrorFilter },
  { provide: APP_PIPE, useFactory: inputPipe },
  { provide: APP_GUARD, useClass: DoorGuard },
];
