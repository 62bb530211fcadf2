/** Policies of accounts that grant full access: to everything in the storage, or to the administration of the server. */
import { POLICY_ACTIONS } from './actions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { ANYTHING, covers, matchesWildcard, pattern } from './wildcard.ts'

/** `storage`: every S3 action on every bucket and object. `administration`: every admin action. */
export type FullAccessScope = 'storage' | 'administration'

export interface FullAccessStatement {
  index: number
  statement: Statement
  fullAccess: FullAccessScope[]
  /** Indexes of the Deny statements of the same policy that revoke part of it. */
  narrowedBy: number[]
}

/** The Allow statements that grant a full access scope, even under conditions, unless a Deny revokes some action everywhere. */
export function fullAccessStatements({ statements }: Policy): FullAccessStatement[] {
  return statements.flatMap((statement, index) => {
    if (statement.effect !== 'Allow') return []
    const fullAccess = scopesOf(statement).filter((scope) => !statements.some((deny) => endsFullAccess(deny, scope)))
    if (fullAccess.length === 0) return []
    const narrowedBy = statements.flatMap((other, at) =>
      other.effect === 'Deny' && fullAccess.some((scope) => actionsOf(scope).some((one) => concernsAction(other, one)))
        ? [at]
        : [],
    )
    return [{ index, statement, fullAccess, narrowedBy }]
  })
}

function scopesOf(statement: Statement): FullAccessScope[] {
  const fullAccess: FullAccessScope[] = []
  const gives = (scope: FullAccessScope) => actionsOf(scope).every((action) => concernsAction(statement, action))
  if (namesEverything(statement) && gives('storage')) fullAccess.push('storage')
  if (concernsServer(statement) && gives('administration')) fullAccess.push('administration')
  return fullAccess
}

function actionsOf(scope: FullAccessScope): readonly string[] {
  // A policy that lists every action grants as much as one with the wildcard.
  return POLICY_ACTIONS[scope === 'storage' ? 's3' : 'admin'].filter((action) => !action.includes('*'))
}

function namesEverything(statement: Statement): boolean {
  if (ignoresResources(statement, {})) return true
  return statement.resources.some((resource) => covers(pattern(resource), ANYTHING))
}

/** Whether a statement can apply to requests without a bucket, such as admin requests. */
export function concernsServer(statement: Statement): boolean {
  if (ignoresResources(statement, {})) return true
  const names = (resource: string) => matchesWildcard(resource, '/')
  if (statement.resources.length > 0) return statement.resources.some(names)
  return !statement.notResources.some(names)
}

/** Whether a Deny certainly revokes at least one action everywhere. */
function endsFullAccess(deny: Statement, scope: FullAccessScope): boolean {
  if (deny.effect !== 'Deny' || deny.conditions.length > 0) return false
  if (!actionsOf(scope).some((action) => concernsAction(deny, action))) return false
  return scope === 'administration' ? concernsServer(deny) : namesEverything(deny)
}
