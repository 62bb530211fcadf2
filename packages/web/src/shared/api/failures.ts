import type { ApiError } from './api-error.ts'

type Listener = (error: ApiError) => void

const listeners = new Set<Listener>()

/** Called for every failed call, from anywhere: the one place that handles an ended session. */
export function onCallFailure(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a failed call and returns the error, to be thrown. */
export function reported(error: ApiError): ApiError {
  for (const listener of listeners) listener(error)
  return error
}
