import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(change: Partial<T>): void
  /** Calls the listener after each change, until what it returns is called. */
  subscribe(listener: () => void): () => void
  /** The value, in a component that re-renders when it changes. */
  use(): T
}

/** State of the frame that is set from outside. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(change) {
      value = { ...value, ...change }
      for (const listener of listeners) listener()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, get),
  }
}
