import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'

/** The messages outside any form: at most one error and one notice, the latest of each. */
export interface Messages {
  error: { id: number; message: string; detail: string; failure?: ApiError | undefined } | undefined
  notice: ({ id: number } & Notice) | undefined
}

export interface Notice {
  text: string
  /** What can be done next. `to` is a path of `navigation/paths`. */
  links?: readonly { label: string; to: string }[]
}

let messages: Messages = { error: undefined, notice: undefined }
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: Partial<Messages>): void {
  messages = { ...messages, ...next }
  for (const listener of listeners) listener()
}

/** Shows the main error toast (spec core-console 8). `failure`: the failed request, if the error only sums it up. */
export function showError(
  error: Pick<ApiError, 'message' | 'detailedMessage'>,
  failure = error instanceof ApiError ? error : undefined,
): void {
  lastId += 1
  const detail = error.detailedMessage === error.message ? '' : error.detailedMessage
  publish({ error: { id: lastId, message: error.message, detail, failure } })
}

/** Shows a snackbar that isn't an error. */
export function showNotice(text: string, links: Notice['links'] = []): void {
  lastId += 1
  publish({ notice: { id: lastId, text, links } })
}

export function dismissError(): void {
  publish({ error: undefined })
}

export function dismissNotice(): void {
  publish({ notice: undefined })
}

export function useMessages(): Messages {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
  )
}
