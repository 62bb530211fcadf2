/** Serializes read-modify-write cycles per key, so that concurrent changes to the same document don't overwrite each other. */
export function createKeyedMutex(): <T>(name: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, run) => {
    const before = last.get(name) ?? Promise.resolve()
    // A failure belongs to its caller; the next call runs anyway.
    const turn = before.then(run, run)
    last.set(name, turn)
    const forget = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(forget, forget)
    return turn
  }
}
