import type { WireError } from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'

/** One of the protocols that share the port. */
export interface Head {
  takes(exchange: Exchange): boolean
  answer(engine: Engine, exchange: Exchange): Promise<Answer>
  /** Whether a request waits while S3 is frozen, and counts against `api requests_max`. Absent: none does. */
  isLimited?(exchange: Exchange): boolean
  /** The protocol's own document for an error. */
  answerError(engine: Engine, exchange: Exchange, error: WireError): Answer
}
