/** Policies of accounts that hold nothing back: everything in the storage, or the administration of the server. */
import { POLICY_ACTIONS } from './actions.ts'
import type { Policy, Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { ANYTHING, covers, matchesWildcard, pattern } from './wildcard.ts'

/** `storage`: every S3 action on every bucket and object. `administration`: every admin action. */
export type FullAccess = 'storage' | 'administration'

export interface FullAccessStatement {
  index: number
  statement: Statement
  powers: FullAccess[]
  /** Indexes of the Deny statements of the same policy that take something back. */
  narrowedBy: number[]
}

/** The Allows that give a whole power, even if it is under conditions, and of which no Deny takes back some action for good. */
export function fullAccessStatements({ statements }: Policy): FullAccessStatement[] {
  return statements.flatMap((statement, index) => {
    if (statement.effect !== 'Allow') return []
    const powers = powersOf(statement).filter((power) => !statements.some((deny) => endsPower(deny, power)))
    if (powers.length === 0) return []
    const narrowedBy = statements.flatMap((other, at) =>
      other.effect === 'Deny' && powers.some((power) => actionsOf(power).some((one) => concernsAction(other, one)))
        ? [at]
        : [],
    )
    return [{ index, statement, powers, narrowedBy }]
  })
}

function powersOf(statement: Statement): FullAccess[] {
  const powers: FullAccess[] = []
  const gives = (power: FullAccess) => actionsOf(power).every((action) => concernsAction(statement, action))
  if (namesEverything(statement) && gives('storage')) powers.push('storage')
  if (concernsServer(statement) && gives('administration')) powers.push('administration')
  return powers
}

function actionsOf(power: FullAccess): readonly string[] {
  // Who writes out every action gives as much as who writes the wildcard.
  return POLICY_ACTIONS[power === 'storage' ? 's3' : 'admin'].filter((action) => !action.includes('*'))
}

function namesEverything(statement: Statement): boolean {
  if (ignoresResources(statement, {})) return true
  return statement.resources.some((resource) => covers(pattern(resource), ANYTHING))
}

/** Whether a statement can be about requests that name no bucket, as those of administrators are. */
export function concernsServer(statement: Statement): boolean {
  if (ignoresResources(statement, {})) return true
  const names = (resource: string) => matchesWildcard(resource, '/')
  if (statement.resources.length > 0) return statement.resources.some(names)
  return !statement.notResources.some(names)
}

/** Without doubt and everywhere, for one action at least. */
function endsPower(deny: Statement, power: FullAccess): boolean {
  if (deny.effect !== 'Deny' || deny.conditions.length > 0) return false
  if (!actionsOf(power).some((action) => concernsAction(deny, action))) return false
  return power === 'administration' ? concernsServer(deny) : namesEverything(deny)
}
