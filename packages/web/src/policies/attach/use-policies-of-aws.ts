import { listPoliciesOfAws } from '@cooperage/contract'
import { useHasIam } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'

const NONE: readonly string[] = []

/**
 * The names of AWS's own policies, to attach on a server with IAM: only those that are attached already are in the list of
 * policies. None while they are being read, and if they can't be.
 */
export function usePoliciesOfAws(): readonly string[] {
  // AWS adds some a month.
  const options = { enabled: useHasIam(), staleTime: Number.POSITIVE_INFINITY }
  return useApiQuery(listPoliciesOfAws, {}, options).data ?? NONE
}
