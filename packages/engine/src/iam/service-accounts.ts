/** Service accounts: keys beside those of an account, with its rights or a part of them. */
import { newAccessKey, newSecretKey } from '../root-credentials.ts'
import { iamError, unclassified } from './errors.ts'
import { checkSecretKey, checkServiceAccountKeys } from './names.ts'
import { checkParent } from './parent.ts'
import type { Claims, ServiceAccountRecord } from './records.ts'
import type { IamTables } from './tables.ts'

export interface NewServiceAccount {
  parent: string
  /** Both empty: made up. */
  accessKey: string
  secretKey: string
  name: string
  description: string
  /** Undefined: never ends. */
  expiresAt: number | undefined
  /** JSON text, checked. Undefined: the rights of the parent. */
  policy: string | undefined
  claims: Claims | undefined
  roleArn: string | undefined
}

/** What is not given stays as it is. `expiresAt` null: never; `policy` null: the rights of the parent. */
export interface ServiceAccountUpdate {
  secretKey?: string
  enabled?: boolean
  name?: string
  description?: string
  expiresAt?: number | null
  policy?: string | null
}

const MIN_LIFE_MS = 15 * 60_000
const MAX_LIFE_MS = 365 * 24 * 3600_000

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

  /** In order of their access keys. */
  ofParent(parent: string): { accessKey: string; record: ServiceAccountRecord }[] {
    return [...this.#tables.all('service-account')]
      .flatMap(([accessKey, record]) => (record.parent === parent ? [{ accessKey, record }] : []))
      .sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1))
  }

  all(): ReadonlyMap<string, ServiceAccountRecord> {
    return this.#tables.all('service-account')
  }

  /** @throws WireError */
  async add(given: NewServiceAccount): Promise<{ accessKey: string; secretKey: string }> {
    const { parent, name, description, expiresAt, policy, claims, roleArn } = given
    if (given.accessKey !== '' && given.secretKey === '') throw iamError('SecretKeyMissing')
    if (given.secretKey !== '' && given.accessKey === '') throw iamError('AccessKeyMissing')
    const keys = given.accessKey === '' ? { accessKey: newAccessKey(), secretKey: newSecretKey() } : pick(given)
    const { accessKey, secretKey } = keys
    if (accessKey === parent) throw iamError('ActionNotAllowed')
    checkServiceAccountKeys(accessKey, secretKey)
    if (expiresAt !== undefined) checkLife(expiresAt)
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
      updatedAt: Date.now(),
    }
    await this.#tables.change(() => {
      this.#checkFree(accessKey, parent)
      if (this.#tables.get('service-account', parent) !== undefined) {
        throw notAllowed('unable to create a service account for another service account')
      }
      checkParent(this.#tables, this.#root, value)
      return [{ space: 'service-account', id: accessKey, value }]
    })
    return keys
  }

  /**
   * Puts one back as it was exported, in place of one that has its access key. It may have expired since.
   * @throws WireError
   */
  async restore(accessKey: string, record: Omit<ServiceAccountRecord, 'updatedAt'>): Promise<void> {
    if (accessKey === record.parent) throw iamError('ActionNotAllowed')
    checkServiceAccountKeys(accessKey, record.secretKey)
    await this.#tables.change(() => {
      if (this.#tables.get('service-account', accessKey) === undefined) this.#checkFree(accessKey, record.parent)
      checkParent(this.#tables, this.#root, record)
      return [{ space: 'service-account', id: accessKey, value: { ...record, updatedAt: Date.now() } }]
    })
  }

  /** @throws WireError */
  async update(accessKey: string, update: ServiceAccountUpdate): Promise<void> {
    const { secretKey, enabled, name, description, expiresAt, policy } = update
    if (secretKey !== undefined) checkSecretKey(secretKey)
    if (typeof expiresAt === 'number') checkLife(expiresAt)
    await this.#tables.change(
      () => {
        const existing = this.#tables.get('service-account', accessKey)
        if (existing === undefined) throw iamError('NoSuchServiceAccount')
        const { expiresAt: oldEnd, policy: oldPolicy, ...rest } = existing
        const end = expiresAt === undefined ? oldEnd : expiresAt
        // MinIO drops the policy when none comes with the change, so that a new name would give all rights of the parent.
        const own = policy === undefined ? oldPolicy : policy
        const value: ServiceAccountRecord = {
          ...rest,
          ...(secretKey === undefined ? {} : { secretKey }),
          ...(enabled === undefined ? {} : { enabled }),
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(end == null ? {} : { expiresAt: end }),
          ...(own == null ? {} : { policy: own }),
          updatedAt: Date.now(),
        }
        return [{ space: 'service-account', id: accessKey, value }]
      },
      enabled === false ? 'ballast' : undefined,
    )
  }

  /** What is not there needs no removal. */
  remove(accessKey: string): Promise<void> {
    return this.#tables.change(() =>
      this.#tables.get('service-account', accessKey) === undefined
        ? []
        : [{ space: 'service-account', id: accessKey, value: undefined }],
    )
  }

  #checkFree(accessKey: string, parent: string): void {
    if (accessKey === this.#root) throw iamError('RootAccessKey')
    const taken = this.#tables.get('service-account', accessKey)
    if (taken?.parent === parent) throw notAllowed('the service account access key already taken')
    const isTaken = taken ?? this.#tables.get('user', accessKey) ?? this.#tables.get('sts', accessKey)
    if (isTaken !== undefined) throw notAllowed('the service account access key is taken by another user')
  }
}

function pick({ accessKey, secretKey }: NewServiceAccount): { accessKey: string; secretKey: string } {
  return { accessKey, secretKey }
}

function checkLife(expiresAt: number): void {
  const life = expiresAt - Date.now()
  if (life < MIN_LIFE_MS || life > MAX_LIFE_MS) throw unclassified('invalid service account expiration')
}

function notAllowed(reason: string): Error {
  return iamError('ServiceAccountNotAllowed', `Specified service account action is not allowed: ${reason}`)
}
