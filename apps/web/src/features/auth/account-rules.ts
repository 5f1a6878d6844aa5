import { translate } from '@web/lib/i18n/i18n';

export const PASSWORD_MIN = 10;
const PASSWORD_MAX = 200;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What can be said before the server is asked. */
export function nameRule(name: string): string | null {
  return name.trim() === '' ? translate('auth.nameMissing') : null;
}

export function emailRule(email: string): string | null {
  if (email.trim() === '') return translate('auth.emailMissing');
  return EMAIL.test(email.trim()) ? null : translate('auth.emailWrong');
}

export function newPasswordRule(password: string): string | null {
  if (password.length < PASSWORD_MIN) return translate('auth.passwordShort', { min: PASSWORD_MIN });
  return password.length > PASSWORD_MAX
    ? translate('auth.passwordLong', { max: PASSWORD_MAX })
    : null;
}

export function filledRule(password: string): string | null {
  return password === '' ? translate('auth.passwordMissing') : null;
}
