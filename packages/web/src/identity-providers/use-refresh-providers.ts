import { getRestartState, listIdentityProviders } from '@cooperage/contract'
import { useInvalidate } from '../shared/api/use-api.ts'

/** After a change: the list, and the banner that announces the restart that it needs. */
export function useRefreshProviders(): () => Promise<void> {
  const invalidate = useInvalidate()
  return async () => {
    await Promise.all([invalidate(listIdentityProviders), invalidate(getRestartState)])
  }
}
