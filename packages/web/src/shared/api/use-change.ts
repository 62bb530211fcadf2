import type { Route, RouteResponse } from '@cooperage/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { showNotice } from '../feedback/messages.ts'
import type { ApiError } from './api-error.ts'
import type { CallInput } from './call.ts'
import { useApiMutation, useInvalidate, useOutdate } from './use-api.ts'

export interface ChangeSettings<R extends Route> {
  /** Calls whose responses it changes: they are requested again before the dialog closes. */
  changes: readonly Route[]
  /** Calls about what it deletes: nothing on screen requests them again. */
  deletes?: readonly Route[]
  /** Codes of errors after which `changes` are outdated too: what was to be changed no longer exists. Or: after every error. */
  goneCodes?: readonly string[] | 'any'
  /** What is said after the change; undefined: nothing. */
  notice?: string | ((response: RouteResponse<R>, input: CallInput<R>) => string)
  /** Shows an error where no form does. */
  onError?: (error: ApiError) => void
  /** Called as soon as it has succeeded: a page about what was deleted is left then. */
  onSuccess?: (response: RouteResponse<R>, input: CallInput<R>) => void
  /** Called at the end; usually the dialog's `onClose`. */
  onDone?: (response: RouteResponse<R>, input: CallInput<R>) => void
}

/** A call that changes something: what it changes is loaded again, a notice says so, and the dialog closes. */
export function useChange<R extends Route>(
  route: R,
  settings: ChangeSettings<R>,
): UseMutationResult<RouteResponse<R>, ApiError, CallInput<R>> {
  const { changes, deletes = [], goneCodes = [], notice, onError, onSuccess, onDone } = settings
  const invalidate = useInvalidate()
  const outdate = useOutdate()
  return useApiMutation(route, {
    onSuccess: async (response, input) => {
      onSuccess?.(response, input)
      outdate(...deletes)
      await invalidate(...changes)
      if (notice !== undefined) showNotice(typeof notice === 'string' ? notice : notice(response, input))
      onDone?.(response, input)
    },
    onError: (error) => {
      onError?.(error)
      if (goneCodes === 'any' || goneCodes.includes(error.code)) void invalidate(...changes)
    },
    // Neither response nor input is needed once the dialog is closed, and either can hold a secret.
    gcTime: 0,
  })
}
