import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ZodType } from 'zod';
import { checkInput } from '@/foundation/errors/check-input';

/**
 * Checks `@Body({ schema })`, `@Query({ schema })` and `@Param('id', { schema })` with zod before a controller runs.
 * Stands in for Nest's own pipe, which knows one language only.
 */
class InputPipe implements PipeTransform {
  transform(value: unknown, { schema }: ArgumentMetadata): unknown {
    return schema instanceof ZodType ? checkInput(schema, value) : value;
  }
}

export const inputPipe = (): PipeTransform => new InputPipe();
