import { SecretMask } from './secret-mask';

/** What one call is given, and what hides it again. */
export interface CallSecrets {
  values: Readonly<Record<string, string>>;
  /** The first name the definition asks for that has no value; such a call must not begin. */
  missing: string | null;
  mask: SecretMask;
  /** Changes whenever a value does. */
  revision: string;
}

export const NO_SECRETS: CallSecrets = {
  values: {},
  missing: null,
  mask: SecretMask.NONE,
  revision: '',
};

export function callSecretsOf(
  named: readonly string[],
  known: ReadonlyMap<string, string>,
  revision: string,
): CallSecrets {
  const given = named.flatMap((name) => {
    const value = known.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    values: Object.fromEntries(given),
    missing: named.find((name) => !known.has(name)) ?? null,
    mask: new SecretMask(given.map(([, value]) => value)),
    revision,
  };
}
