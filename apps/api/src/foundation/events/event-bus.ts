import { Injectable } from '@nestjs/common';
import { Log } from '@/foundation/logging/log';

type EventClass<Event> = new (...values: never[]) => Event;
type Handler<Event> = (event: Event) => void | Promise<void>;

/** News that goes up the house: the room below owns the event class, rooms above subscribe. */
@Injectable()
export class EventBus {
  private readonly handlers = new Map<EventClass<unknown>, Set<Handler<never>>>();

  constructor(private readonly log: Log) {}

  /** Returns the way to end the subscription. */
  subscribe<Event>(event: EventClass<Event>, handler: Handler<Event>): () => void {
    const known = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, known.add(handler));
    return () => known.delete(handler);
  }

  /** A failing listener is logged and never reaches the publisher: its work is already done. */
  publish(event: object): void {
    const listeners = this.handlers.get(event.constructor as EventClass<unknown>) ?? [];
    for (const handler of listeners) {
      void Promise.resolve()
        .then(() => (handler as Handler<object>)(event))
        .catch((thrown: unknown) =>
          this.log.error(thrown, `listener of ${event.constructor.name}`),
        );
    }
  }
}
