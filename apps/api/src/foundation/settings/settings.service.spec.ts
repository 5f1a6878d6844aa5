import { z } from 'zod';
import { InvalidInput } from '@/foundation/errors/input.errors';
import type { EventBus } from '@/foundation/events/event-bus';
import { SettingChanged } from './settings.events';
import type { SettingsRepository } from './settings.repository';
import { SettingsService } from './settings.service';

const STEPS = { key: 'steps', schema: z.number().int().min(1), fallback: 12 };

function service(stored: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(stored));
  const published: object[] = [];
  const repository = {
    findValue: async (key: string) => values.get(key),
    save: async (key: string, value: unknown) => void values.set(key, value),
  };
  const events = { publish: (event: object) => void published.push(event) };
  const settings = new SettingsService(
    repository as unknown as SettingsRepository,
    events as unknown as EventBus,
  );
  return { settings, published, values };
}

it('gives the fallback while nothing is stored, or nothing that is still valid', async () => {
  await expect(service().settings.get(STEPS)).resolves.toBe(12);
  await expect(service({ steps: 'many' }).settings.get(STEPS)).resolves.toBe(12);
  await expect(service({ steps: 5 }).settings.get(STEPS)).resolves.toBe(5);
});

it('stores a checked value and says that it changed', async () => {
  const { settings, published } = service();
  await settings.set(STEPS, 7);
  await expect(settings.get(STEPS)).resolves.toBe(7);
  expect(published).toEqual([new SettingChanged('steps')]);
});

it('refuses a wrong value and keeps the one before', async () => {
  const { settings, published, values } = service({ steps: 5 });
  await expect(settings.set(STEPS, 0)).rejects.toThrow(InvalidInput);
  expect(values.get('steps')).toBe(5);
  expect(published).toEqual([]);
});
