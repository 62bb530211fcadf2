import {
  type BucketPrincipal,
  type BucketPrincipals,
  type KindAccess,
  type PlaceKind,
  type PrincipalOutcome,
  placeKind,
} from '@cooperage/contract'

export const KINDS = placeKind.options

/** `unknown`: not allowed by what could be read, but some policies couldn't. */
export type ShownAccess = KindAccess['access'] | 'unknown'

/** The policy of a way to a principal, and the group that it is attached to; '' if attached directly. */
export interface Way {
  kind: BucketPrincipals['policies'][number]['kind']
  policy: string
  group: string
}

export interface PrincipalRow {
  id: string
  /** Its name, or what root and anonymous requests are called. */
  name: string
  principal: BucketPrincipal
  outcome: PrincipalOutcome
  access: Record<PlaceKind, ShownAccess>
  /** User or group, in words; '' for the others. */
  type: string
  /** The ways to the deciding policies, in words. */
  through: string
}

/** The words of rows. Each is asked for once, because translating one takes as long as the rest of a row. */
export interface RowTexts {
  names: Record<'root' | 'anonymous', string>
  types: Record<'user' | 'group', string>
  way: (way: Way) => string
}

export function principalRows(
  { principals, outcomes, policies }: BucketPrincipals,
  { names, types, way }: RowTexts,
): PrincipalRow[] {
  const wayTexts = new Map<string, string>()
  const wayText = ({ policy, group }: BucketPrincipal['through'][number]) => {
    const key = `${policy} ${group}`
    const of = policies[policy]
    const text = wayTexts.get(key) ?? (of === undefined ? '' : way({ kind: of.kind, policy: of.name, group }))
    wayTexts.set(key, text)
    return text
  }
  return principals.flatMap((principal): PrincipalRow[] => {
    const outcome = outcomes[principal.outcome]
    if (outcome === undefined) return []
    const { kind, name, isIncomplete, through } = principal
    const shown = (of: PlaceKind): ShownAccess =>
      isIncomplete && outcome[of].access === 'no' ? 'unknown' : outcome[of].access
    return [
      {
        id: `${kind} ${name}`,
        name: kind === 'root' || kind === 'anonymous' ? names[kind] : name,
        type: kind === 'root' || kind === 'anonymous' ? '' : types[kind],
        principal,
        outcome,
        access: {
          list: shown('list'),
          read: shown('read'),
          write: shown('write'),
          delete: shown('delete'),
          share: shown('share'),
          settings: shown('settings'),
        },
        through: [...new Set(through.map(wayText))].join(', '),
      },
    ]
  })
}

/** A statement that decides about some kinds of access of a principal. */
export interface DecidingStatement {
  index: number
  number: number
  sid: string
  effect: 'Allow' | 'Deny'
  text: string
  policy: Pick<Way, 'kind' | 'policy'>
  /** The groups through which the principal has the policy; '' if attached directly. */
  groups: string[]
  kinds: PlaceKind[]
}

/** Each once, in the order of the kinds that they decide. */
export function decidingStatements(
  { outcome, principal }: Pick<PrincipalRow, 'outcome' | 'principal'>,
  { statements, policies }: Pick<BucketPrincipals, 'statements' | 'policies'>,
): DecidingStatement[] {
  const indexes = new Set(KINDS.flatMap((kind) => outcome[kind].statements))
  return [...indexes].flatMap((index) => {
    const statement = statements[index]
    const policy = statement && policies[statement.policy]
    if (statement === undefined || policy === undefined) return []
    const { number, sid, effect, text } = statement
    return [
      {
        ...{ index, number, sid, effect, text },
        policy: { kind: policy.kind, policy: policy.name },
        groups: principal.through.flatMap((way) => (way.policy === statement.policy ? [way.group] : [])),
        kinds: KINDS.filter((kind) => outcome[kind].statements.includes(index)),
      },
    ]
  })
}

/** How a folder is written in addresses: with a slash at the end and none at the start. */
export function folderOf(typed: string): string {
  const path = typed.trim().replace(/^\/+/, '')
  return path === '' || path.endsWith('/') ? path : `${path}/`
}
