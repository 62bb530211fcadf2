/**
 * Runs what reads a document, changes it and writes it back one after the other for each name, so that of two visitors who
 * change different entries of one document neither takes the other's change away.
 */
export function createKeyedMutex(): <T>(name: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, run) => {
    const before = last.get(name) ?? Promise.resolve()
    // A failure is its caller's; the next one has its turn all the same.
    const turn = before.then(run, run)
    last.set(name, turn)
    const forget = () => {
      if (last.get(name) === turn) last.delete(name)
    }
    turn.then(forget, forget)
    return turn
  }
}
