/** Credentials issued by STS. They survive a restart. */

import { randomBytes } from 'node:crypto'
import { compareText, newAccessKey, newSecretKey } from '@cooperage/wire'
import { iamError } from './errors.ts'
import { checkParent } from './parent.ts'
import { type IamChange, mappingId, type TemporaryRecord } from './records.ts'
import { SessionIndex } from './session-index.ts'
import type { IamTables } from './tables.ts'

export type TemporaryCredentials = TemporaryRecord

export interface Grant
  extends Pick<TemporaryRecord, 'parent' | 'revokeType' | 'policy' | 'claims' | 'roleArn' | 'groups'> {
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** Policies that an identity provider assigns to the parent. They replace those of all its credentials. */
  parentPolicies?: string[]
}

/** Per account: more than any use needs, yet few enough to be kept in memory. */
const MAX_PER_ACCOUNT = 10_000
/** Maximum number of expired credentials that one grant removes, so that it stays fast after a long pause. */
const MAX_REMOVED_PER_GRANT = 100

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
   * Issues credentials, and removes expired ones in the same transaction. Resolves when the change is durable.
   * @throws WireError when the parent was removed; LimitExceeded when it has too many that haven't expired
   */
  async grant({ parentPolicies, ...given }: Grant, now = Date.now()): Promise<TemporaryCredentials> {
    const credentials: TemporaryRecord = {
      accessKey: newAccessKey(),
      secretKey: newSecretKey(),
      sessionToken: randomBytes(48).toString('base64url'),
      ...given,
      // Whole seconds, like the Expiration in the response.
      expiresAt: Math.floor(given.expiresAt / 1000) * 1000,
    }
    await this.#tables.change(() => {
      checkParent(this.#tables, this.#root, credentials)
      this.#checkLimit(given.parent, now)
      const changes: IamChange[] = [{ space: 'sts', id: credentials.accessKey, value: credentials }]
      if (parentPolicies !== undefined) {
        const id = mappingId('external', given.parent)
        changes.push({ space: 'policy-mapping', id, value: { policies: parentPolicies, updatedAt: now } })
      }
      return [...changes, ...removals(this.#index.expired(now, MAX_REMOVED_PER_GRANT))]
    }, 'reserve')
    return credentials
  }

  /** Undefined for an unknown, expired or revoked key, which the protocol does not distinguish. */
  find(accessKey: string, now = Date.now()): TemporaryCredentials | undefined {
    const credentials = this.#tables.get('sts', accessKey)
    return credentials !== undefined && credentials.expiresAt > now ? credentials : undefined
  }

  /** Unexpired credentials, sorted by access key. */
  all(now = Date.now()): TemporaryCredentials[] {
    return [...this.#tables.all('sts').values()]
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((one, other) => compareText(one.accessKey, other.accessKey))
  }

  /** Revokes all credentials of `parent`, or those of one type. Resolves when the change is durable. */
  revoke(parent: string, revokeType: string | undefined): Promise<void> {
    return this.#tables.change(() => {
      const own = [...this.#index.ofParent(parent)]
      const matchesType = (id: string) =>
        revokeType === undefined || this.#tables.get('sts', id)?.revokeType === revokeType
      return removals(own.filter(matchesType))
    })
  }

  #checkLimit(parent: string, now: number): void {
    const own = this.#index.ofParent(parent)
    if (own.size < this.#maxPerAccount) return
    const unexpired = [...own].filter((id) => this.find(id, now) !== undefined).length
    if (unexpired >= this.#maxPerAccount) throw iamError('TooManySessions')
  }
}

function removals(accessKeys: readonly string[]): IamChange[] {
  return accessKeys.map((id) => ({ space: 'sts', id, value: undefined }))
}
