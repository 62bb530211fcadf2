import { NAMED_OBJECT_FAILURES, type ObjectFailure } from '@cooperage/contract'

/** Bounded: the first failures are listed, the others are only counted. */
export class FailureList<F extends ObjectFailure = ObjectFailure> {
  readonly failed: F[] = []
  alsoFailed = 0

  add(failure: F): void {
    if (this.failed.length < NAMED_OBJECT_FAILURES) this.failed.push(failure)
    else this.alsoFailed += 1
  }
}
