/** Service accounts: additional keys of an account, with all or some of its permissions. */
import { compareText, newAccessKey, newSecretKey } from '@cooperage/wire'
import { iamError, unclassified } from './errors.ts'
import { checkSecretKey, checkServiceAccountKeys } from './names.ts'
import { checkParent } from './parent.ts'
import type { Claims, ServiceAccountRecord } from './records.ts'
import type { IamTables } from './tables.ts'

export interface NewServiceAccount {
  parent: string
  /** Both are generated when empty. */
  accessKey: string
  secretKey: string
  name: string
  description: string
  /** Undefined when it never expires. */
  expiresAt: number | undefined
  /** Validated JSON text. Undefined for the permissions of the parent. */
  policy: string | undefined
  claims: Claims | undefined
  roleArn: string | undefined
  groups?: string[]
}

/** Omitted fields stay unchanged. Null removes the expiry, or the policy and with it all limits within the parent. */
export interface ServiceAccountUpdate {
  secretKey?: string
  enabled?: boolean
  name?: string
  description?: string
  expiresAt?: number | null
  policy?: string | null
}

const MIN_LIFETIME_MS = 15 * 60_000
const MAX_LIFETIME_MS = 365 * 24 * 3600_000

export class ServiceAccounts {
  readonly #tables: IamTables
  readonly #root: string

  constructor(tables: IamTables, root: string) {
    this.#tables = tables
    this.#root = root
  }

  get(accessKey: string): ServiceAccountRecord | undefined {
    return this.#tables.get('service-account', accessKey)
  }

  /** Sorted by access key. */
  ofParent(parent: string): { accessKey: string; record: ServiceAccountRecord }[] {
    return [...this.#tables.all('service-account')]
      .flatMap(([accessKey, record]) => (record.parent === parent ? [{ accessKey, record }] : []))
      .sort((one, other) => compareText(one.accessKey, other.accessKey))
  }

  all(): ReadonlyMap<string, ServiceAccountRecord> {
    return this.#tables.all('service-account')
  }

  /** @throws WireError */
  async add(given: NewServiceAccount): Promise<{ accessKey: string; secretKey: string }> {
    const { parent, name, description, expiresAt, policy, claims, roleArn, groups = [] } = given
    if (given.accessKey !== '' && given.secretKey === '') throw iamError('SecretKeyMissing')
    if (given.secretKey !== '' && given.accessKey === '') throw iamError('AccessKeyMissing')
    const keys = given.accessKey === '' ? { accessKey: newAccessKey(), secretKey: newSecretKey() } : keysOf(given)
    const { accessKey, secretKey } = keys
    if (accessKey === parent) throw iamError('ActionNotAllowed')
    checkServiceAccountKeys(accessKey, secretKey)
    if (expiresAt !== undefined) checkExpiration(expiresAt)
    const value: ServiceAccountRecord = {
      secretKey,
      parent,
      enabled: true,
      name,
      description,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(policy === undefined ? {} : { policy }),
      ...(claims === undefined ? {} : { claims }),
      ...(roleArn === undefined ? {} : { roleArn }),
      ...(groups.length === 0 ? {} : { groups }),
      updatedAt: Date.now(),
    }
    await this.#tables.change(() => {
      this.#checkAvailable(accessKey, parent)
      if (this.#tables.get('service-account', parent) !== undefined) {
        throw notAllowed('unable to create a service account for another service account')
      }
      checkParent(this.#tables, this.#root, value)
      return [{ space: 'service-account', id: accessKey, value }]
    })
    return keys
  }

  /**
   * Restores an exported service account and replaces any that has its access key. It may have expired.
   * @throws WireError
   */
  async restore(accessKey: string, record: Omit<ServiceAccountRecord, 'updatedAt'>): Promise<void> {
    if (accessKey === record.parent) throw iamError('ActionNotAllowed')
    checkServiceAccountKeys(accessKey, record.secretKey)
    await this.#tables.change(() => {
      if (this.#tables.get('service-account', accessKey) === undefined) this.#checkAvailable(accessKey, record.parent)
      checkParent(this.#tables, this.#root, record)
      return [{ space: 'service-account', id: accessKey, value: { ...record, updatedAt: Date.now() } }]
    })
  }

  /** @throws WireError */
  async update(accessKey: string, update: ServiceAccountUpdate): Promise<void> {
    const { secretKey, enabled, name, description, expiresAt, policy } = update
    if (secretKey !== undefined) checkSecretKey(secretKey)
    if (typeof expiresAt === 'number') checkExpiration(expiresAt)
    await this.#tables.change(
      () => {
        const existing = this.#tables.get('service-account', accessKey)
        if (existing === undefined) throw iamError('NoSuchServiceAccount')
        const { expiresAt: oldExpiry, policy: oldPolicy, ...rest } = existing
        const newExpiry = expiresAt === undefined ? oldExpiry : expiresAt
        // MinIO drops the policy when the update omits it, so that renaming would grant all permissions of the parent.
        const newPolicy = policy === undefined ? oldPolicy : policy
        const value: ServiceAccountRecord = {
          ...rest,
          ...(secretKey === undefined ? {} : { secretKey }),
          ...(enabled === undefined ? {} : { enabled }),
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(newExpiry == null ? {} : { expiresAt: newExpiry }),
          ...(newPolicy == null ? {} : { policy: newPolicy }),
          updatedAt: Date.now(),
        }
        return [{ space: 'service-account', id: accessKey, value }]
      },
      enabled === false ? 'ballast' : undefined,
    )
  }

  /** Removes a service account; a missing one isn't an error. */
  remove(accessKey: string): Promise<void> {
    return this.#tables.change(() =>
      this.#tables.get('service-account', accessKey) === undefined
        ? []
        : [{ space: 'service-account', id: accessKey, value: undefined }],
    )
  }

  #checkAvailable(accessKey: string, parent: string): void {
    if (accessKey === this.#root) throw iamError('RootAccessKey')
    const existing = this.#tables.get('service-account', accessKey)
    if (existing?.parent === parent) throw notAllowed('the service account access key already taken')
    const owner = existing ?? this.#tables.get('user', accessKey) ?? this.#tables.get('sts', accessKey)
    if (owner !== undefined) throw notAllowed('the service account access key is taken by another user')
  }
}

function keysOf({ accessKey, secretKey }: NewServiceAccount): { accessKey: string; secretKey: string } {
  return { accessKey, secretKey }
}

function checkExpiration(expiresAt: number): void {
  const lifetime = expiresAt - Date.now()
  if (lifetime < MIN_LIFETIME_MS || lifetime > MAX_LIFETIME_MS) throw unclassified('invalid service account expiration')
}

function notAllowed(reason: string): Error {
  return iamError('ServiceAccountNotAllowed', `Specified service account action is not allowed: ${reason}`)
}
