import { getEncryption } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { isNotSet } from './encryption-state.ts'

/** How new objects of a bucket are encrypted; an empty algorithm if they aren't. */
export function useEncryption(bucket: string) {
  const input = { params: { bucket }, query: { or_none: true } }
  return useQuery({
    ...apiQuery(getEncryption, input),
    queryFn: async ({ signal }) => {
      try {
        return await call(getEncryption, input, signal)
      } catch (error) {
        if (error instanceof ApiError && isNotSet(error)) return { algorithm: '', kmsMasterKeyID: '' }
        throw error
      }
    },
  })
}
