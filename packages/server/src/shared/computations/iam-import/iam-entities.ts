/** The contents of an IAM archive: what a server exports and imports. */
import { AppError, IAM_KINDS, type IamKind, MAX_IAM_CONTENT_BYTES, reasonText, type Text } from '@cooperage/contract'
import { ArchiveError, DERIVED_CLAIMS, IAM_FILES, namesIn, readArchive, writeArchive } from '@cooperage/wire'

interface StoredUser {
  secretKey: string
  isEnabled: boolean
}

interface StoredGroup {
  members: readonly string[]
  isEnabled: boolean
}

export interface StoredServiceAccount {
  parent: string
  secretKey: string
  isEnabled: boolean
  name: string
  description: string
  /** Milliseconds since the epoch; 0 for never. */
  expiresAt: number
  /** Its own policy; null if it has its parent's permissions. */
  policy: unknown
  /** Of accounts from identity providers; empty for built-in users. */
  claims: Readonly<Record<string, unknown>>
}

/** By name; access keys for users and service accounts. */
export interface IamEntities {
  /** JSON documents. */
  policies: ReadonlyMap<string, unknown>
  users: ReadonlyMap<string, StoredUser>
  groups: ReadonlyMap<string, StoredGroup>
  serviceAccounts: ReadonlyMap<string, StoredServiceAccount>
  /** Names of attached policies. */
  userPolicies: ReadonlyMap<string, readonly string[]>
  groupPolicies: ReadonlyMap<string, readonly string[]>
  stsPolicies: ReadonlyMap<string, readonly string[]>
}

export type IamEntity<K extends IamKind> = IamEntities[K] extends ReadonlyMap<string, infer Entity> ? Entity : never

/** Servers write seven files. */
const MAX_FILES = 1000
/** Of all kinds together. */
const MAX_ENTRIES = 300_000
/** More than any policy needs. Limits the recursion of code that reads the documents. */
const MAX_LEVELS = 100

const NEVER = new Date(0).toISOString()

/** Everything is checked before the first entry is used. @throws AppError InvalidIamBackup with the reason */
export async function readIamEntities(archive: Buffer): Promise<IamEntities> {
  const files = await readFiles(archive)
  if (!Object.values(IAM_FILES).some((path) => files.has(path))) {
    throw invalid(reasonText('noIamAssets'))
  }
  let entries = 0
  const read = <Entity>(kind: IamKind, entityOf: (fields: Fields) => Entity): Map<string, Entity> => {
    const path = IAM_FILES[kind]
    const entities = Object.entries(readObject(files.get(path), path))
    entries += entities.length
    if (entries > MAX_ENTRIES) throw invalid(reasonText('tooManyEntries', { maxEntries: MAX_ENTRIES }))
    return new Map(entities.map(([name, value]) => [name, entityOf(new Fields(value, `${path}: “${name}”`))]))
  }
  return {
    policies: read('policies', (fields) => fields.value),
    users: read('users', userOf),
    groups: read('groups', groupOf),
    serviceAccounts: read('serviceAccounts', serviceAccountOf),
    userPolicies: read('userPolicies', attachedOf),
    groupPolicies: read('groupPolicies', attachedOf),
    stsPolicies: read('stsPolicies', attachedOf),
  }
}

/** An archive of the entities that `isWanted`, in the form of MinIO's exports. */
export function writeIamEntities(
  entities: IamEntities,
  isWanted: (kind: IamKind, name: string) => boolean,
): Promise<Buffer> {
  const write = <K extends IamKind>(kind: K, textOf: (entity: IamEntity<K>, name: string) => unknown) => {
    const all = entities[kind] as ReadonlyMap<string, IamEntity<K>>
    const wanted = [...all].filter(([name]) => isWanted(kind, name))
    return JSON.stringify(Object.fromEntries(wanted.map(([name, entity]) => [name, textOf(entity, name)])))
  }
  const mapping = (policies: readonly string[]) => ({ version: 1, policy: policies.join(',') })
  const texts: Record<IamKind, string> = {
    policies: write('policies', (document) => document),
    users: write('users', ({ secretKey, isEnabled }) => ({ secretKey, status: userStatus(isEnabled) })),
    groups: write('groups', ({ members, isEnabled }) => ({ version: 1, status: userStatus(isEnabled), members })),
    serviceAccounts: write('serviceAccounts', (account, accessKey) => ({
      accessKey,
      parent: account.parent,
      secretKey: account.secretKey,
      groups: null,
      claims: account.claims,
      sessionPolicy: account.policy,
      status: account.isEnabled ? 'on' : 'off',
      name: account.name,
      description: account.description,
      expiration: account.expiresAt === 0 ? NEVER : new Date(account.expiresAt).toISOString(),
    })),
    userPolicies: write('userPolicies', mapping),
    groupPolicies: write('groupPolicies', mapping),
    stsPolicies: write('stsPolicies', mapping),
  }
  return writeArchive(new Map(IAM_KINDS.map((kind) => [IAM_FILES[kind], texts[kind]])))
}

function userOf(fields: Fields): StoredUser {
  return { secretKey: fields.text('secretKey'), isEnabled: ['enabled', 'on'].includes(fields.text('status')) }
}

function groupOf(fields: Fields): StoredGroup {
  return { members: fields.texts('members'), isEnabled: fields.text('status') !== 'disabled' }
}

function serviceAccountOf(fields: Fields): StoredServiceAccount {
  const claims = Object.entries(fields.object('claims')).filter(([name]) => !DERIVED_CLAIMS.has(name))
  return {
    parent: fields.text('parent'),
    secretKey: fields.text('secretKey'),
    isEnabled: fields.text('status') !== 'off',
    name: fields.text('name'),
    description: fields.text('description'),
    expiresAt: fields.time('expiration'),
    policy: fields.value.sessionPolicy ?? null,
    claims: Object.fromEntries(claims),
  }
}

function attachedOf(fields: Fields): readonly string[] {
  return [...new Set(namesIn(fields.text('policy')))].sort()
}

/** Reads the fields of one entry. Missing and null fields are empty, as in servers. */
class Fields {
  readonly value: Readonly<Record<string, unknown>>
  readonly #place: string

  constructor(value: unknown, place: string) {
    if (!isObject(value)) throw invalid(reasonText('isNoObject', { place }))
    this.value = value
    this.#place = place
  }

  text(name: string): string {
    const value = this.value[name] ?? ''
    if (typeof value !== 'string') throw this.#wrong(name, 'text')
    return value
  }

  texts(name: string): string[] {
    const value = this.value[name] ?? []
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) throw this.#wrong(name, 'a list')
    return [...new Set(value)].sort()
  }

  object(name: string): Record<string, unknown> {
    const value = this.value[name] ?? {}
    if (!isObject(value)) throw this.#wrong(name, 'an object')
    return value
  }

  /** Milliseconds since the epoch; 0 for the times that servers write for "never". */
  time(name: string): number {
    const text = this.text(name)
    if (text === '') return 0
    const time = Date.parse(text)
    if (Number.isNaN(time)) throw this.#wrong(name, 'a time')
    return Math.max(0, time)
  }

  #wrong(name: string, expected: string): AppError {
    return invalid(reasonText('unexpectedValue', { place: this.#place, name, expected }))
  }
}

async function readFiles(archive: Buffer): Promise<Map<string, Buffer>> {
  try {
    return await readArchive(archive, { maxFiles: MAX_FILES, maxBytes: MAX_IAM_CONTENT_BYTES })
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause
    const isNoArchive = cause.message === 'not a zip archive'
    throw invalid(isNoArchive ? reasonText('isNoZip') : reasonText('damagedZip', { problem: cause.message }), cause)
  }
}

function readObject(bytes: Buffer | undefined, path: string): Record<string, unknown> {
  if (bytes === undefined) return {}
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8')) ?? {}
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw invalid(reasonText('fileIsNotJson', { path }), cause)
  }
  if (!isObject(value)) throw invalid(reasonText('fileIsNoObject', { path }))
  checkLevels(value, path)
  return value
}

function checkLevels(value: unknown, path: string): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw invalid(reasonText('fileTooDeep', { path, maxLevels: MAX_LEVELS }))
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function userStatus(isEnabled: boolean): string {
  return isEnabled ? 'enabled' : 'disabled'
}

function invalid(reason: Text, cause?: unknown): AppError {
  return new AppError('InvalidIamBackup', { reason }, { cause })
}
