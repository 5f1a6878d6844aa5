import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { securityApi, type Proof } from './security.api';

const KEY = ['own-second-factor'];

/** Whether logins of this person ask for a code, and the verbs that change it. */
export function useSecondFactor() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => securityApi.secondFactor(signal),
  });
  const renew = () => queries.invalidateQueries({ queryKey: KEY });

  async function confirm(code: string): Promise<string[]> {
    const { recoveryCodes } = await securityApi.confirmSecondFactor(code);
    await renew();
    return recoveryCodes;
  }

  async function remove(proof: Proof): Promise<void> {
    await securityApi.removeSecondFactor(proof);
    await renew();
  }

  async function renewCodes(proof: Proof): Promise<string[]> {
    const { recoveryCodes } = await securityApi.renewRecoveryCodes(proof);
    await renew();
    return recoveryCodes;
  }

  return { query, begin: securityApi.beginSecondFactor, confirm, remove, renewCodes };
}

export type SecondFactor = ReturnType<typeof useSecondFactor>;
