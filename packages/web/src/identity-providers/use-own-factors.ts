import { type Factor, listOwnFactors } from '@cooperage/contract'
import { useHasSecondFactor } from '../session/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'

const NO_FACTORS: { factors: readonly Factor[]; recoveryCodes: number } = { factors: [], recoveryCodes: 0 }

/** What the visitor confirms changes of second factors with. Not all sessions have factors. */
export function useOwnFactors() {
  const { data = NO_FACTORS, isLoading, error } = useApiQuery(listOwnFactors, {}, { enabled: useHasSecondFactor() })
  return { own: data, isLoading, error }
}
