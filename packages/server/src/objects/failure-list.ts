/** What could not be done with one object, in words for the user. */
export interface Failure {
  path: string
  message: string
}

/** However much failed, it stays small: the first failures are named, the others counted. */
export class FailureList {
  readonly failed: Failure[] = []
  alsoFailed = 0
  readonly #named: number

  constructor(named: number) {
    this.#named = named
  }

  add(failure: Failure): void {
    if (this.failed.length < this.#named) this.failed.push(failure)
    else this.alsoFailed += 1
  }
}
