import type { FactorRequest } from '@cooperage/contract'
import type { ApiError } from '../../shared/api/api-error.ts'

/** Which factors a sign-in still needs, by what it was refused with; none if one has to be set up. Undefined after any other error. */
export function factorRequestOf(error: ApiError | null): FactorRequest | undefined {
  if (error?.code !== 'SecondFactorNeeded' && error?.code !== 'SecondFactorMissing') return undefined
  return error.body as FactorRequest
}
