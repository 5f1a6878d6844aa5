import { z } from 'zod';
import type {
  AcceptBody,
  CodeBody,
  LoginBody,
  PasswordBody,
  ProfileBody,
  SetupBody,
} from '@/contract/people';
import { codeField } from './second-factor/second-factor.dto';
import { emailSchema, personNameSchema } from '@/people/users/person-fields';

/** Long enough to be worth hashing, short enough not to be work for an attacker to give us. */
const newPassword = z.string().min(10).max(512);
const givenPassword = z.string().min(1).max(512);
const token = z.string().min(1).max(200);

export const loginSchema: z.ZodType<LoginBody> = z.object({
  email: emailSchema,
  password: givenPassword,
});

export const codeSchema: z.ZodType<CodeBody> = z.object({ ticket: token, code: codeField });

export const setupSchema: z.ZodType<SetupBody> = z.object({
  token,
  email: emailSchema,
  name: personNameSchema,
  password: newPassword,
});

export const profileSchema: z.ZodType<ProfileBody> = z.object({
  name: personNameSchema.optional(),
  locale: z.enum(['zh-CN', 'en']).optional(),
});

export const passwordSchema: z.ZodType<PasswordBody> = z.object({
  current: givenPassword,
  next: newPassword,
});

export const tokenSchema: z.ZodType<{ token: string }> = z.object({ token });

export const acceptSchema: z.ZodType<AcceptBody> = z.object({
  token,
  name: personNameSchema.optional(),
  password: newPassword,
});
