import {
  type AccessGrant,
  type AnonymousAccess,
  type AnonymousRule,
  anonymousPrefixProblem,
  GRANTED_ACCESS,
  GRANTS_LIMIT,
  type GrantedAccess,
  type GrantOwnerKind,
  MIN_SECRET_KEY_LENGTH,
  type StoredGrant,
} from '@cooperage/contract'
import { type ExpiryChoice, isPastDay } from '../../shared/fields/expiry-choice.ts'

export type Who = GrantOwnerKind | 'newUser' | 'newKey' | 'everyone'

export type GrantPlace = Pick<AccessGrant, 'bucket' | 'prefix' | 'isObject'>

export interface GrantForm extends Pick<AccessGrant, 'access' | 'actions' | 'until'> {
  who: Who
  /** Of the user, new user, group or access key. */
  name: string
  /** Of a new user. */
  secretKey: string
  /** At least one. */
  places: readonly GrantPlace[]
  ends: ExpiryChoice
  /** The last day if `ends` is `date`, as an ISO date. */
  date: string
}

/** The places of keys in a bucket: folders end with a slash. Without keys it is the bucket; '' to choose one. */
export function placesOf(bucket: string, keys: readonly string[]): GrantPlace[] {
  if (keys.length === 0) return [{ bucket, prefix: '', isObject: false }]
  return keys.map((prefix) => ({ bucket, prefix, isObject: prefix !== '' && !prefix.endsWith('/') }))
}

/** A place as addresses and texts have it. */
export function placeText({ bucket, prefix }: Pick<GrantPlace, 'bucket' | 'prefix'>): string {
  return `${bucket}${prefix && `/${prefix}`}`
}

/** What a rule of the bucket policy can give to everyone. */
export const ANONYMOUS_ACCESS: Partial<Record<GrantedAccess, AnonymousAccess>> = {
  read: 'readonly',
  write: 'writeonly',
  readWrite: 'readwrite',
}

/** The kind of access that a rule of the bucket policy gives. */
export function accessOfRule(rule: AnonymousAccess): GrantedAccess {
  return GRANTED_ACCESS.find((access) => ANONYMOUS_ACCESS[access] === rule) ?? 'read'
}

/** Access that is listed, to be changed or revoked: a grant, or what everyone has by a rule of the bucket policy. */
export interface ListedGrant extends Omit<StoredGrant, 'entityType'> {
  entityType: GrantOwnerKind | 'everyone'
}

/** A rule of the bucket policy, as a grant to everyone. */
export function grantOfRule(bucket: string, { prefix, access }: AnonymousRule): ListedGrant {
  return {
    ...{ entityType: 'everyone', entityName: '', number: 0, isAttached: true },
    ...{ bucket, prefix, isObject: false, access: accessOfRule(access), actions: [], until: '' },
  }
}

/** The rules that concern a place: for it, for a folder that contains it, or for one below it. */
export function rulesAt(prefix: string, rules: readonly AnonymousRule[]): AnonymousRule[] {
  return rules.filter((rule) => prefix.startsWith(rule.prefix) || rule.prefix.startsWith(prefix))
}

/** The kinds of access that can be chosen. */
export function accessFor(who: Who): readonly GrantedAccess[] {
  if (who === 'everyone') return GRANTED_ACCESS.filter((access) => access in ANONYMOUS_ACCESS)
  return [...GRANTED_ACCESS, 'custom']
}

/** The form for changing a grant: it keeps the end that it has. One that is past can't be kept: another is to be chosen. */
export function formOf(grant: ListedGrant, now = Date.now()): GrantForm {
  const { entityType, entityName, bucket, prefix, isObject, access, actions, until } = grant
  const ends = until === '' ? 'never' : Date.parse(until) > now ? 'keep' : 'date'
  return {
    ...{ who: entityType, name: entityName, secretKey: '', places: [{ bucket, prefix, isObject }] },
    ...{ access, actions, until, ends, date: '' },
  }
}

/** Users or groups that exist; undefined if they can't be listed. */
export type KnownNames = readonly string[] | 'loading' | undefined

/** Why the form can't be sent, as a key of its messages. Until it is known who exists, nothing is asked about a name. */
export function grantProblem(form: GrantForm, known: KnownNames, now: Date) {
  const { who, name, secretKey, places, access, actions, ends, date } = form
  if (who !== 'everyone' && who !== 'newKey' && name === '') return 'nameMissing'
  if (who === 'user' || who === 'group') {
    if (known === 'loading') return 'shared:loading'
    if (known?.includes(name) === false) return 'nameUnknown'
  }
  if (who === 'newUser' && [...secretKey].length < MIN_SECRET_KEY_LENGTH) return 'secretMissing'
  if (places.some(({ bucket }) => bucket === '')) return 'bucketMissing'
  for (const { prefix } of places) {
    const problem = anonymousPrefixProblem(prefix)
    if (problem !== undefined) return `prefixProblems.${problem}` as const
  }
  if (places.length > GRANTS_LIMIT) return 'tooManyPlaces'
  if (access === 'custom' && actions.length === 0) return 'actionsMissing'
  if (who === 'everyone' || ends !== 'date') return undefined
  if (date === '') return 'dateMissing'
  return isPastDay(date, now) ? 'datePast' : undefined
}

/** Names to suggest for what is typed: those that begin with it first. */
export function suggestions(known: readonly string[], typed: string, limit: number): string[] {
  const wanted = typed.toLowerCase()
  const found = known.filter((name) => name.toLowerCase().includes(wanted))
  const starts = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, limit)
}
