/** Since when this console has seen a target online or offline: storage servers report only the present. */
export class SeenStatuses {
  #seen: ReadonlyMap<string, { isOnline: boolean; since: number }> = new Map()

  /** Records the current statuses of all targets by id. Returns since when each has been the same, by the clock of `now`. */
  update(present: ReadonlyMap<string, boolean>, now: number): ReadonlyMap<string, number> {
    const before = this.#seen
    this.#seen = new Map(
      [...present].map(([id, isOnline]) => {
        const seen = before.get(id)
        return [id, seen?.isOnline === isOnline ? seen : { isOnline, since: now }]
      }),
    )
    return new Map([...this.#seen].map(([id, { since }]) => [id, since]))
  }
}
