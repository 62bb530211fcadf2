import { type FailureText, NAMED_OBJECT_FAILURES } from '@cooperage/contract'

/** The failure of one object, in words for the user. */
export interface Failure {
  path: string
  message: string
  text?: FailureText | undefined
}

/** Bounded: the first failures are listed, the others are only counted. */
export class FailureList<F extends Failure = Failure> {
  readonly failed: F[] = []
  alsoFailed = 0

  add(failure: F): void {
    if (this.failed.length < NAMED_OBJECT_FAILURES) this.failed.push(failure)
    else this.alsoFailed += 1
  }
}
