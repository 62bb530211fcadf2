import layout from '../layout.module.css'
import { ErrorFacts } from './ErrorFacts.tsx'
import { errorOfFailure, type Failure } from './error-of-failure.ts'

interface FailureReasonProps {
  failure: Failure
  /** Whose request failed, if that can be someone else than the account of the page. */
  by?: string
  /** Whether another storage server may have refused, whose policies aren’t those here. */
  isElsewhere?: boolean
}

/** Why one of many things failed, with its code and the way to its explanation. */
export function FailureReason({ failure, by, isElsewhere = false }: FailureReasonProps) {
  const error = errorOfFailure(failure)
  return (
    <span className={layout.bad}>
      {error.message} <ErrorFacts error={error} detail="code" by={by} isElsewhere={isElsewhere} />
    </span>
  )
}
