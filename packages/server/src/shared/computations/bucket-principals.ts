import type { BucketPrincipals, PrincipalFilter } from '@cooperage/contract'
import { compareText } from '@cooperage/wire'
import { PLACE_KINDS, type Place, type PlacePolicy, type PlacePrincipal, placeAccess } from '@cooperage/wire/policy'
import { bytesOf, type WrittenResponse } from './written-response.ts'

type Principal = BucketPrincipals['principals'][number]
type Unread = BucketPrincipals['unread'][number]

/** The accounts and policies that the visitor may read. */
export interface PrincipalsInput extends Pick<BucketPrincipals, 'source' | 'unread' | 'unreadLists'> {
  place: Place
  users: readonly { name: string; isEnabled: boolean; policies: readonly string[]; groups: readonly string[] }[]
  groups: readonly { name: string; isEnabled: boolean; policies: readonly string[] }[]
  /** Policies of users and groups by name. */
  documents: readonly { name: string; document: unknown }[]
  /** The visitor's account, with the policy that the server combines for it, if it may not list users. */
  own: { name: string; document: unknown } | undefined
  /** JSON; undefined if there is none, or if it is among `unread`. */
  bucketPolicy: string | undefined
  hasRoot: boolean
  filter: PrincipalFilter
  search: string
  limit: number
}

const FILTERS: readonly PrincipalFilter[] = ['all', 'any', ...PLACE_KINDS, 'none']
const RANK = { root: 0, anonymous: 1, group: 2, user: 3 }

/** Who can do what in a place, as the response of `listBucketPrincipals`. */
export function bucketPrincipals(input: PrincipalsInput): WrittenResponse {
  const { policies, principals, unread } = attachmentsOf(input)
  const access = placeAccess(input.place, policies, principals)
  const unreadable = new Set(access.unreadable.map(({ policy }) => policy))
  const outcomes = access.outcomes.map((outcome) => ({
    filters: filtersOf(outcome),
    policies: new Set(
      PLACE_KINDS.flatMap((kind) => outcome[kind].statements.map((one) => access.statements[one]?.policy)),
    ),
  }))

  const counts = Object.fromEntries(FILTERS.map((filter) => [filter, 0])) as BucketPrincipals['counts']
  const wanted = input.search.toLowerCase()
  const matching = principals.flatMap((principal, at) => {
    const index = access.outcomeOf[at] ?? 0
    const { filters = [] } = outcomes[index] ?? {}
    for (const filter of filters) counts[filter]++
    const isMatch = filters.includes(input.filter) && principal.name.toLowerCase().includes(wanted)
    return isMatch ? [{ principal, index }] : []
  })
  matching.sort(({ principal: a }, { principal: b }) => RANK[a.kind] - RANK[b.kind] || compareText(a.name, b.name))

  const response: BucketPrincipals = {
    principals: matching.slice(0, input.limit).map(({ principal, index }) => ({
      kind: principal.kind,
      name: principal.name,
      disabled: principal.disabled,
      disabledGroup: principal.disabledGroup,
      isIncomplete:
        !principal.isDisabled && (principal.isIncomplete || principal.policies.some((one) => unreadable.has(one))),
      outcome: index,
      through: principal.through.filter(({ policy }) => outcomes[index]?.policies.has(policy)),
    })),
    total: matching.length,
    counts,
    outcomes: access.outcomes,
    statements: access.statements,
    policies: policies.map(({ kind, name }) => ({ kind, name })),
    source: input.source,
    unread: [
      ...unread,
      ...access.unreadable.flatMap(({ policy }) => {
        const found = policies[policy]
        return found ? [unreadableOf(found, input.place)] : []
      }),
    ],
    unreadLists: input.unreadLists,
  }
  return { response: bytesOf(response) }
}

/** The filters that an outcome passes. */
function filtersOf(outcome: BucketPrincipals['outcomes'][number]): PrincipalFilter[] {
  const kinds = PLACE_KINDS.filter((kind) => outcome[kind].access !== 'no')
  return ['all', ...(kinds.length > 0 ? (['any', ...kinds] as const) : (['none'] as const))]
}

interface NamedPolicy extends PlacePolicy {
  name: string
}

function unreadableOf({ kind, name }: Pick<NamedPolicy, 'kind' | 'name'>, { bucket }: Place): Unread {
  const source = { kind, policy: name, attachedTo: kind === 'bucket' ? bucket : '' }
  return { source, reason: 'unreadable', permission: '' }
}

/** A principal with every way to each of its policies. */
interface Attached extends PlacePrincipal, Pick<Principal, 'disabled' | 'disabledGroup' | 'isIncomplete' | 'through'> {}

function attachmentsOf(input: PrincipalsInput): {
  policies: NamedPolicy[]
  principals: Attached[]
  unread: Unread[]
} {
  const { own, place } = input
  const policies: NamedPolicy[] = input.documents.map(({ name, document }) => ({ kind: 'identity', name, document }))
  const unread = [...input.unread]
  const indexOf = new Map(policies.map(({ name }, index) => [name, index]))
  const groupOf = new Map(input.groups.map((group) => [group.name, group]))
  // A policy or group that no longer exists has no effect.
  const hidden = unread.filter(({ reason }) => reason !== 'missing').map(({ source }) => source)
  const hiddenPolicies = new Set(hidden.map(({ policy }) => policy))
  const hiddenGroups = new Set(hidden.flatMap(({ kind, attachedTo }) => (kind === 'group' ? [attachedTo] : [])))
  const isHidden = (names: readonly string[]) => names.some((name) => hiddenPolicies.has(name))
  const waysTo = (names: readonly string[], group: string) =>
    names.flatMap((name) => {
      const policy = indexOf.get(name)
      return policy === undefined ? [] : [{ policy, group }]
    })

  const principals: Attached[] = []
  if (input.hasRoot) principals.push(attached('root', '', {}))
  const bucketPolicy = documentOf(input.bucketPolicy)
  if (bucketPolicy === 'unreadable') unread.push(unreadableOf({ kind: 'bucket', name: '' }, place))
  const isPolicyHidden = unread.some(({ source }) => source.kind === 'bucket')
  const ofBucket = isPolicyHidden || bucketPolicy === undefined ? [] : [{ policy: policies.length, group: '' }]
  if (ofBucket.length > 0) policies.push({ kind: 'bucket', name: '', document: bucketPolicy })
  principals.push(attached('anonymous', '', { through: ofBucket, isIncomplete: isPolicyHidden }))

  for (const { name, isEnabled, policies: names } of input.groups) {
    const isIncomplete = isHidden(names)
    principals.push(
      attached('group', name, { through: waysTo(names, ''), isIncomplete, ...(!isEnabled && { disabled: 'group' }) }),
    )
  }
  for (const { name, isEnabled, policies: names, groups } of input.users) {
    const members = groups.flatMap((group) => groupOf.get(group) ?? [])
    const disabledGroup = members.find((group) => !group.isEnabled)?.name ?? ''
    principals.push(
      attached('user', name, {
        groups,
        through: [...waysTo(names, ''), ...members.flatMap((group) => waysTo(group.policies, group.name))],
        disabled: isEnabled ? (disabledGroup === '' ? '' : 'group') : 'account',
        disabledGroup: isEnabled ? disabledGroup : '',
        isIncomplete:
          isHidden(names) ||
          groups.some((group) => hiddenGroups.has(group)) ||
          members.some((group) => isHidden(group.policies)),
      }),
    )
  }
  if (own !== undefined) {
    principals.push(attached('user', own.name, { through: [{ policy: policies.length, group: '' }] }))
    policies.push({ kind: 'identity', name: '', document: own.document })
  }
  return { policies, principals, unread }
}

function attached(
  kind: Attached['kind'],
  name: string,
  fields: Partial<Omit<Attached, 'kind' | 'name' | 'policies' | 'isDisabled'>>,
): Attached {
  const { groups = [], through = [], disabled = '', disabledGroup = '', isIncomplete = false } = fields
  const isDisabled = disabled !== ''
  const policies = through.map(({ policy }) => policy)
  return { kind, name, groups, policies, through, disabled, disabledGroup, isDisabled, isIncomplete }
}

function documentOf(json: string | undefined): unknown {
  if (json === undefined) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return 'unreadable'
  }
}
