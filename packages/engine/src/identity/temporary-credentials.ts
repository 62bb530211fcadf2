/**
 * Credentials handed out by STS. Each is a small durable document, so that they outlive a restart and a revoked one is
 * gone for good; a copy in memory answers the look-up of every request.
 */
import { randomBytes } from 'node:crypto'
import { type Policy, parsePolicy } from '@cooperage/wire'
import { newAccessKey, newSecretKey } from '../root-credentials.ts'
import type { DocumentStore } from '../store/store.ts'

export interface TemporaryCredentials {
  accessKey: string
  secretKey: string
  /** Opaque: nothing in it is read back, it is only compared. */
  sessionToken: string
  /** Account on whose behalf they work. */
  parent: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** Credentials of one sign-in share a type, by which they are revoked together. */
  revokeType?: string
  /** Inline session policy: narrows what the parent may do. */
  policy?: Policy
}

export interface Grant {
  parent: string
  durationSeconds: number
  revokeType?: string
  /** As JSON text. */
  policy?: string
}

/** As kept: the policy in the form in which it was given. */
type Document = Omit<TemporaryCredentials, 'policy'> & { policy?: string }

const SPACE = 'sts'

export class TemporaryCredentialsStore {
  readonly #documents: DocumentStore
  readonly #byAccessKey = new Map<string, TemporaryCredentials>()

  constructor(documents: DocumentStore) {
    this.#documents = documents
    for (const { value } of documents.list(SPACE)) {
      const document = value as Document
      this.#byAccessKey.set(document.accessKey, fromDocument(document))
    }
  }

  /**
   * Resolves when they are durable. Ended ones are cleared away on the way.
   * @throws WireError MalformedPolicy
   */
  async grant({ parent, durationSeconds, revokeType, policy }: Grant, now = Date.now()): Promise<TemporaryCredentials> {
    const document: Document = {
      accessKey: newAccessKey(),
      secretKey: newSecretKey(),
      sessionToken: randomBytes(48).toString('base64url'),
      parent,
      // Whole seconds, as the Expiration that the client is told.
      expiresAt: (Math.floor(now / 1000) + durationSeconds) * 1000,
      ...(revokeType === undefined ? {} : { revokeType }),
      ...(policy === undefined ? {} : { policy }),
    }
    const credentials = fromDocument(document)
    await this.#documents.put(SPACE, credentials.accessKey, document)
    this.#byAccessKey.set(credentials.accessKey, credentials)
    await this.#remove((other) => other.expiresAt <= now)
    return credentials
  }

  /** Undefined for a key that never was, has ended or was revoked: the protocol makes no difference. */
  find(accessKey: string, now = Date.now()): TemporaryCredentials | undefined {
    const credentials = this.#byAccessKey.get(accessKey)
    return credentials !== undefined && credentials.expiresAt > now ? credentials : undefined
  }

  /** Ends those of `parent`, all or only one type. They stop working before the promise resolves, durably when it has. */
  async revoke(parent: string, revokeType: string | undefined): Promise<void> {
    await this.#remove(
      (credentials) =>
        credentials.parent === parent && (revokeType === undefined || credentials.revokeType === revokeType),
    )
  }

  async #remove(isMeant: (credentials: TemporaryCredentials) => boolean): Promise<void> {
    const meant = [...this.#byAccessKey.values()].filter(isMeant)
    for (const { accessKey } of meant) this.#byAccessKey.delete(accessKey)
    await Promise.all(meant.map(({ accessKey }) => this.#documents.delete(SPACE, accessKey)))
  }
}

function fromDocument({ policy, ...rest }: Document): TemporaryCredentials {
  return { ...rest, ...(policy === undefined ? {} : { policy: parsePolicy(policy) }) }
}
