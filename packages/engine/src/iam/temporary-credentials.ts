/** Credentials handed out by STS. They outlive a restart, and revoked ones are gone for good. */
import { randomBytes } from 'node:crypto'
import { newAccessKey, newSecretKey } from '../root-credentials.ts'
import { checkParent } from './parent.ts'
import { type IamChange, mappingId, type TemporaryRecord } from './records.ts'
import type { IamTables } from './tables.ts'

export type TemporaryCredentials = TemporaryRecord

export interface Grant extends Pick<TemporaryRecord, 'parent' | 'revokeType' | 'policy' | 'claims' | 'roleArn'> {
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** Policies that an identity provider names for the parent: from now on they are those of all its credentials. */
  parentPolicies?: string[]
}

export class TemporaryCredentialsTable {
  readonly #tables: IamTables
  readonly #root: string

  constructor(tables: IamTables, root: string) {
    this.#tables = tables
    this.#root = root
  }

  /** Resolves when they are durable. Ended ones are cleared away on the way. @throws WireError when the parent was removed */
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
      const changes: IamChange[] = [{ space: 'sts', id: credentials.accessKey, value: credentials }]
      if (parentPolicies !== undefined) {
        const id = mappingId('external', given.parent)
        changes.push({ space: 'policy-mapping', id, value: { policies: parentPolicies, updatedAt: now } })
      }
      return [...changes, ...this.#removals((other) => other.expiresAt <= now)]
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
    return this.#tables.change(() =>
      this.#removals(
        (credentials) =>
          credentials.parent === parent && (revokeType === undefined || credentials.revokeType === revokeType),
      ),
    )
  }

  #removals(isMeant: (credentials: TemporaryCredentials) => boolean): IamChange[] {
    return [...this.#tables.all('sts')].flatMap(([id, credentials]) =>
      isMeant(credentials) ? [{ space: 'sts' as const, id, value: undefined }] : [],
    )
  }
}
