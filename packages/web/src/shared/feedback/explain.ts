/** What explains a failed request: the policy simulator for a refusal, otherwise the dialog that the frame shows. */
import { errorBody } from '@cooperage/contract'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { SimulatorQuery } from '../../navigation/address.ts'
import type { ApiError } from '../api/api-error.ts'

interface State {
  /** Who makes the requests of the page; undefined outside of the frame, where nothing can be explained. */
  account: string | undefined
  canSimulate: boolean
  /** What the dialog is about, and whether another storage server may have refused it, whose log isn’t the one here. */
  shown: { error: ApiError; isElsewhere: boolean } | undefined
}

let state: State = { account: undefined, canSimulate: false, shown: undefined }
const listeners = new Set<() => void>()

function change(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Called by the frame, which shows the dialog while it is there. */
export function startExplaining(account: string, canSimulate: boolean): () => void {
  change({ account, canSimulate })
  return () => change({ account: undefined, canSimulate: false, shown: undefined })
}

export const explain = (error: ApiError, isElsewhere: boolean) => change({ shown: { error, isElsewhere } })
export const closeExplanation = () => change({ shown: undefined })

export function useExplanation(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}

/** The storage server's number of the request that it has refused; '' if it isn't known. */
export function storageRequestOf({ body }: Pick<ApiError, 'body'>): string {
  return 'storageRequestId' in body ? String(body.storageRequestId) : ''
}

/** The refused request, of another `user` if given, as the policy simulator asks for it; undefined if no policy refused it. */
export function refusedRequest(
  { code, body }: Pick<ApiError, 'code' | 'body'>,
  user = '',
): Record<SimulatorQuery, string> | undefined {
  if (code !== 'AccessDenied') return undefined
  const { success, data } = z.safeParse(errorBody, body)
  const { action, resource } = success ? data.parameters : {}
  if (typeof action !== 'string' || !/^[a-z0-9-]+:\w+$/.test(action)) return undefined
  // The server itself is a text, and no resource.
  return {
    principal: user === '' ? 'me' : 'user',
    name: user,
    action,
    resource: typeof resource === 'string' ? resource : '',
  }
}
