import { StandardSchemaValidationPipe } from '@nestjs/common';
import { InvalidInput } from '@/foundation/errors/input.errors';

/** Checks `@Body({ schema })`, `@Query({ schema })` and `@Param('id', { schema })` with zod before a controller runs. */
export const inputPipe = () =>
  new StandardSchemaValidationPipe({
    exceptionFactory: (issues) =>
      new InvalidInput(
        issues.map(({ path, message }) => ({
          path: (path ?? [])
            .map((step) => String(typeof step === 'object' ? step.key : step))
            .join('.'),
          reason: message,
        })),
      ),
  });
