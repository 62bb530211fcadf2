import {
  ADMIN_FEATURE,
  GARAGE_FEATURE,
  getSession,
  IAM_FEATURE,
  SECOND_FACTOR_FEATURE,
  type Session,
} from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigation } from '../navigation/navigation.ts'
import { homePath } from '../navigation/paths/pages.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { nextPageTakesFocus } from '../shared/page-focus.ts'

/** The session that the layout has loaded; undefined only before that. */
export function useSession(): Session | undefined {
  return useApiQuery(getSession, {}, { staleTime: Number.POSITIVE_INFINITY }).data
}

/** Whether the storage server has accounts, access keys, quotas, counts and settings, beyond S3. */
export function useHasAdmin(): boolean {
  return useSession()?.features.includes(ADMIN_FEATURE) === true
}

/** Whether its accounts and access keys are those of IAM, which has fewer features than MinIO's. */
export function useHasIam(): boolean {
  return useSession()?.features.includes(IAM_FEATURE) === true
}

/** Whether the visitor signed in to Garage with an admin token. */
export function useHasGarage(): boolean {
  return useSession()?.features.includes(GARAGE_FEATURE) === true
}

/** Whether this console asks for second factors, and the account can have some. */
export function useHasSecondFactor(): boolean {
  return useSession()?.features.includes(SECOND_FACTOR_FEATURE) === true
}

/** Runs after a successful sign-in: clears the cache of an earlier session, and returns the visitor to their page. */
export function useSignedIn(): () => void {
  const client = useQueryClient()
  const { replace } = useNavigation()
  const returnTo = useRouterState({ select: (state) => state.location.state.returnTo })
  return useCallback(() => {
    client.clear()
    nextPageTakesFocus()
    replace(returnTo ?? homePath())
  }, [client, replace, returnTo])
}
