import { Injectable } from '@nestjs/common';

/** The time as something that can be set in a test. */
export abstract class Clock {
  abstract now(): Date;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
