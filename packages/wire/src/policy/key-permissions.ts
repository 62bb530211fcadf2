/**
 * The effective permissions of an access key with a policy that restricts it, and whether the policy restricts it at all.
 * It is a preview while the policy is written: nothing is authorized here, and if in doubt, the account has a permission.
 */

import { ACCESS_KINDS, type AccessKind, S3_ACTION_KINDS } from './access-kinds.ts'
import { POLICY_ACTIONS } from './actions.ts'
import { readStatements } from './attached-policy.ts'
import { perAction, possibilities } from './could-allow.ts'
import { type Policy, parsePolicy, type Statement } from './document.ts'
import { effectivePermissions } from './effective-permissions.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { PatternIndex } from './pattern-index.ts'
import { filledPattern } from './variables.ts'
import { ANYTHING, type Pattern } from './wildcard.ts'

export interface KeyResource {
  /** Pattern without the ARN prefix, with known policy variables filled in: `photos/*`. */
  resource: string
  kinds: AccessKind[]
  /** Kinds that the policy names but the account doesn't have. */
  lacking: AccessKind[]
}

export interface KeyPermissions {
  resources: KeyResource[]
  /** Whether it allows administration of the server that the account has. */
  administration: boolean
  /** Whether the account could do something that the key can't; undefined where the account isn't known. */
  isNarrower: boolean | undefined
}

interface KeyAccount {
  name: string
  /** Its policies; undefined if they aren't known. */
  documents: readonly unknown[] | undefined
}

const ACTIONS = [...POLICY_ACTIONS.s3, ...POLICY_ACTIONS.admin, ...POLICY_ACTIONS.kms].filter(
  (action) => !action.includes('*'),
)

/** @throws WireError if the policy of the key can't be read */
export function keyPermissions(document: unknown, account: KeyAccount): KeyPermissions {
  const key = parsePolicy(document)
  const owner = account.documents?.map((one) => readStatements(one).policy)
  const known = { username: account.name }
  const keyMay = possibilities([key], known)
  const ownerMay = owner === undefined ? () => true : possibilities(owner, known)

  const attached = { kind: 'service-account' as const, name: '', attachedTo: '', document }
  const { summary } = effectivePermissions([attached], { account: account.name, groups: [] })
  const resources = summary.resources.map(({ resource, kinds, conditionalKinds }): KeyResource => {
    const target = fixedPart(resource)
    const named = new Set([...kinds, ...conditionalKinds])
    const isShared = (action: string) => keyMay(queryOf(action, target)) && ownerMay(queryOf(action, target))
    const shared = new Set(
      named.values().filter((kind) => S3_ACTION_KINDS.some(([action, given]) => given === kind && isShared(action))),
    )
    return {
      resource,
      kinds: ACCESS_KINDS.filter((kind) => shared.has(kind)),
      lacking: ACCESS_KINDS.filter((kind) => named.has(kind) && !shared.has(kind)),
    }
  })
  return {
    resources,
    administration: summary.administration.some(({ actions }) => actions.some((action) => ownerMay(queryOf(action)))),
    isNarrower: owner && !includesAll(key, owner),
  }
}

function queryOf(action: string, resource?: string) {
  return { actions: [action], ...(resource && { resource }) }
}

/** The bucket and prefix that a pattern names; undefined if it doesn't name one bucket. */
function fixedPart(resource: string): string | undefined {
  const fixed = resource.split(/[*?]|\$\{/, 1)[0] ?? ''
  return fixed.includes('/') || fixed === resource ? fixed : undefined
}

/** Whether a key has, without doubt, everything that the account may do. */
function includesAll(key: Policy, owner: readonly Policy[]): boolean {
  if (key.statements.some(({ effect }) => effect === 'Deny')) return false
  const grants = key.statements.filter(({ conditions, notResources }) => conditions.length + notResources.length === 0)
  const givenBy = perAction(grants, (giving) => ({
    isAny: giving.length > 0,
    resources: new PatternIndex(giving.flatMap(patternsOf)),
  }))
  return owner
    .flatMap(({ statements }) => statements)
    .filter(({ effect }) => effect === 'Allow')
    .every((statement) => {
      const actions = ACTIONS.filter((action) => concernsAction(statement, action))
      const wanted = patternsOf(statement)
      const given = new Set(actions.filter((action) => action.startsWith('s3:')).map(givenBy))
      return (
        actions.every((action) => givenBy(action).isAny) &&
        given.values().every(({ resources }) => wanted.every((one) => resources.covers(one)))
      )
    })
}

function patternsOf(statement: Statement): Pattern[] {
  const isAll = ignoresResources(statement, {}) || statement.resources.length === 0
  return isAll ? [ANYTHING] : statement.resources.map((resource) => filledPattern(resource, new Map()))
}
