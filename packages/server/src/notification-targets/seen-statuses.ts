/** Since when this console has seen a target online or offline: storage servers report only the present. */
export class SeenStatuses {
  #seen: ReadonlyMap<string, { isOnline: boolean; since: number }> = new Map()

  /** Takes the present statuses of all targets by their ids, and returns since when each of them has been seen, by `now`'s clock. */
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
