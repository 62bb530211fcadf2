import type { ApiError } from './api-error.ts'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/** Hears of every call that failed, whoever made it: the one place from which a lost session is acted upon. */
export function onCallFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells of a failed call and hands the error back, to be thrown. */
export function reported(error: ApiError): ApiError {
  for (const listener of listeners) listener(error)
  return error
}
