/** Credentials handed out by STS. They outlive a restart, and revoked ones are gone for good. */
import { randomBytes } from 'node:crypto'
import { newAccessKey, newSecretKey } from '../root-credentials.ts'
import { iamError } from './errors.ts'
import { checkParent } from './parent.ts'
import { type IamChange, mappingId, type TemporaryRecord } from './records.ts'
import { SessionIndex } from './session-index.ts'
import type { IamTables } from './tables.ts'

export type TemporaryCredentials = TemporaryRecord

export interface Grant extends Pick<TemporaryRecord, 'parent' | 'revokeType' | 'policy' | 'claims' | 'roleArn'> {
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** Policies that an identity provider names for the parent: from now on they are those of all its credentials. */
  parentPolicies?: string[]
}

/** Of one account at a time: more than any use needs, and few enough to be kept in memory. */
const MAX_PER_ACCOUNT = 10_000
/** Expired ones that a grant clears away, so that it is fast after a long time without one. */
const CLEARED_AT_ONCE = 100

export class TemporaryCredentialsTable {
  readonly #tables: IamTables
  readonly #root: string
  readonly #maxPerAccount: number
  readonly #index: SessionIndex

  constructor(tables: IamTables, root: string, maxPerAccount = MAX_PER_ACCOUNT) {
    this.#tables = tables
    this.#root = root
    this.#maxPerAccount = maxPerAccount
    this.#index = new SessionIndex(tables)
  }

  /**
   * Resolves when they are durable. Expired ones are cleared away on the way.
   * @throws WireError when the parent was removed; LimitExceeded when it has too many that haven't expired
   */
  async grant({ parentPolicies, ...given }: Grant, now = Date.now()): Promise<TemporaryCredentials> {
    const credentials: TemporaryRecord = {
      accessKey: newAccessKey(),
      secretKey: newSecretKey(),
      sessionToken: randomBytes(48).toString('base64url'),
      ...given,
      // Whole seconds, as the Expiration that the client is told.
      expiresAt: Math.floor(given.expiresAt / 1000) * 1000,
    }
    await this.#tables.change(() => {
      checkParent(this.#tables, this.#root, credentials)
      this.#checkRoom(given.parent, now)
      const changes: IamChange[] = [{ space: 'sts', id: credentials.accessKey, value: credentials }]
      if (parentPolicies !== undefined) {
        const id = mappingId('external', given.parent)
        changes.push({ space: 'policy-mapping', id, value: { policies: parentPolicies, updatedAt: now } })
      }
      return [...changes, ...removals(this.#index.expired(now, CLEARED_AT_ONCE))]
    }, 'reserve')
    return credentials
  }

  /** Undefined for a key that never was, has ended or was revoked: the protocol makes no difference. */
  find(accessKey: string, now = Date.now()): TemporaryCredentials | undefined {
    const credentials = this.#tables.get('sts', accessKey)
    return credentials !== undefined && credentials.expiresAt > now ? credentials : undefined
  }

  /** Those that have not ended, in order of their access keys. */
  all(now = Date.now()): TemporaryCredentials[] {
    return [...this.#tables.all('sts').values()]
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1))
  }

  /** Ends those of `parent`, all or only one type; durably when the promise resolves. */
  revoke(parent: string, revokeType: string | undefined): Promise<void> {
    return this.#tables.change(() => {
      const own = [...this.#index.ofParent(parent)]
      const isMeant = (id: string) => revokeType === undefined || this.#tables.get('sts', id)?.revokeType === revokeType
      return removals(own.filter(isMeant))
    })
  }

  #checkRoom(parent: string, now: number): void {
    const own = this.#index.ofParent(parent)
    if (own.size < this.#maxPerAccount) return
    const live = [...own].filter((id) => this.find(id, now) !== undefined).length
    if (live >= this.#maxPerAccount) throw iamError('TooManySessions')
  }
}

function removals(accessKeys: readonly string[]): IamChange[] {
  return accessKeys.map((id) => ({ space: 'sts', id, value: undefined }))
}
