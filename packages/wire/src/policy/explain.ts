/**
 * Why a request is allowed or denied, statement by statement. The verdict is the one of {@link decide}, and whether a statement
 * applies comes from the deciding code, so an explanation can't differ from what happens.
 */
import {
  type AuthorizationRequest,
  decide,
  documentsFor,
  type PolicySource,
  type Rights,
  type Verdict,
} from './authorize.ts'
import type { Policy, Statement } from './document.ts'
import { failingCondition, type Mismatch, mismatch } from './evaluate.ts'
import { type ContextValues, contextValues } from './variables.ts'

export interface ConsideredStatement {
  index: number
  statement: Statement
  /** Why it doesn't apply; absent if it does. */
  mismatch?: Mismatch
  /** Of a mismatch of conditions, the key of the first that does not hold. */
  conditionKey?: string
}

export interface ConsideredDocument {
  where: PolicySource
  policy: Policy
  statements: ConsideredStatement[]
}

export interface Explanation {
  verdict: Verdict
  /** The action whose permission decided; it differs from the requested one if it includes that. */
  action: string
  /** Every document for the request, in the order of evaluation. */
  documents: ConsideredDocument[]
}

export function explain(rights: Rights, request: AuthorizationRequest): Explanation {
  const { verdict, decided } = decide(rights, request)
  const values = contextValues(request.context ?? {})
  return {
    verdict,
    action: decided.action,
    documents: documentsFor(rights, decided).map(({ source, policy }) => ({
      where: source,
      policy,
      statements: policy.statements.map((statement, index) => ({
        index,
        statement,
        ...mismatchOf(statement, decided, values, rights.isAnonymous === true),
      })),
    })),
  }
}

function mismatchOf(
  statement: Statement,
  request: AuthorizationRequest,
  values: ContextValues,
  isOfBucket: boolean,
): Pick<ConsideredStatement, 'mismatch' | 'conditionKey'> {
  const reason = mismatch(statement, request, values, isOfBucket ? 'bucket' : 'identity')
  if (reason === undefined) return {}
  const condition = reason === 'condition' ? failingCondition(statement, values) : undefined
  return { mismatch: reason, ...(condition && { conditionKey: condition.key }) }
}
