import { NAMED_OBJECT_FAILURES } from '@cooperage/contract'

/** What could not be done with one object, in words for the user. */
export interface Failure {
  path: string
  message: string
}

/** However much failed, it stays small: the first failures are named, the others counted. */
export class FailureList<F extends Failure = Failure> {
  readonly failed: F[] = []
  alsoFailed = 0

  add(failure: F): void {
    if (this.failed.length < NAMED_OBJECT_FAILURES) this.failed.push(failure)
    else this.alsoFailed += 1
  }
}
