/**
 * What an access key could do with a policy that restricts it, and whether the policy restricts it at all. It is told while
 * somebody writes the policy, so it decides nothing, and doubt about what the key may do means that it may.
 */
import { readableStatements } from './account-permissions.ts'
import { OBJECT_ACTIONS, POLICY_ACTIONS } from './actions.ts'
import { couldAllow } from './could-allow.ts'
import { type Policy, parsePolicy, type Statement } from './document.ts'
import { concernsAction, ignoresResources } from './evaluate.ts'
import { EXPOSURES, type Exposure, kindOf } from './public-statements.ts'
import { contextValues, filledPattern, filledText } from './variables.ts'
import { ANYTHING, covers, type Pattern } from './wildcard.ts'

export interface KeyPlace {
  /** Pattern without the ARN prefix, with known policy variables filled in: `photos/*`. */
  resource: string
  kinds: Exposure[]
  /** Kinds that the policy names but the account doesn't have. */
  lacking: Exposure[]
}

export interface KeyReach {
  places: KeyPlace[]
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
const S3_ACTIONS = ACTIONS.filter((action) => action.startsWith('s3:'))
const ADMIN_ACTIONS = ACTIONS.filter((action) => action.startsWith('admin:'))

/** @throws WireError if the policy of the key can't be read */
export function keyReach(document: unknown, account: KeyAccount): KeyReach {
  const key = parsePolicy(document)
  const owner = account.documents?.flatMap(readableStatements)
  const known = { username: account.name }
  const may = (policies: readonly Policy[] | undefined, action: string, resource?: string) =>
    policies === undefined || couldAllow(policies, { actions: [action], known, ...(resource && { resource }) })

  const found = new Map<string, Record<'kinds' | 'lacking', Set<Exposure>>>()
  for (const statement of key.statements.filter(({ effect }) => effect === 'Allow')) {
    for (const resource of resourcesOf(statement).map((one) => filledText(one, contextValues(known)))) {
      const place = found.get(resource) ?? { kinds: new Set<Exposure>(), lacking: new Set<Exposure>() }
      found.set(resource, place)
      for (const action of S3_ACTIONS) {
        const kind = kindOf(action)
        if (kind === undefined || !isAbout(statement, action, resource)) continue
        const target = fixedPart(resource)
        if (!may([key], action, target)) continue
        place[may(owner, action, target) ? 'kinds' : 'lacking'].add(kind)
      }
    }
  }
  return {
    places: [...found].flatMap(([resource, { kinds, lacking }]) => {
      if (kinds.size + lacking.size === 0) return []
      const sorted = (some: ReadonlySet<Exposure>) => EXPOSURES.filter((kind) => some.has(kind))
      return [{ resource, kinds: sorted(kinds), lacking: sorted(lacking).filter((kind) => !kinds.has(kind)) }]
    }),
    administration: ADMIN_ACTIONS.some((action) => may([key], action) && may(owner, action)),
    isNarrower: owner && !includesAll(key, owner),
  }
}

/** Statements without a resource, or with exceptions, are about all of them. */
function resourcesOf(statement: Statement): readonly string[] {
  return ignoresResources(statement, {}) || statement.resources.length === 0 ? ['*'] : statement.resources
}

/** `photos/team/*` names objects only; `photos/*` names the bucket as well, because a star also stands for nothing. */
function isAbout(statement: Statement, action: string, resource: string): boolean {
  if (!concernsAction(statement, action)) return false
  const slash = resource.indexOf('/')
  if (OBJECT_ACTIONS.has(action)) return slash >= 0 || resource.endsWith('*')
  return slash < 0 || /^\**$/.test(resource.slice(slash + 1))
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
  const patterns = new Map(grants.map((grant) => [grant, patternsOf(grant)]))
  return owner
    .flatMap(({ statements }) => statements)
    .filter(({ effect }) => effect === 'Allow')
    .every((statement) => {
      const wanted = patternsOf(statement)
      return ACTIONS.filter((action) => concernsAction(statement, action)).every((action) => {
        const giving = grants.filter((grant) => concernsAction(grant, action))
        if (!action.startsWith('s3:')) return giving.length > 0
        return wanted.every((one) =>
          giving.some((grant) => patterns.get(grant)?.some((resource) => covers(resource, one))),
        )
      })
    })
}

function patternsOf(statement: Statement): Pattern[] {
  const isAll = ignoresResources(statement, {}) || statement.resources.length === 0
  return isAll ? [ANYTHING] : statement.resources.map((resource) => filledPattern(resource, new Map()))
}
