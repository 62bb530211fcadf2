/** Tokens of service accounts: signed, expiring, and invalid once the account is deleted. */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { SERVICE_ACCOUNTS } from '../resources.ts'
import type { ObjectStore } from '../store/object-store.ts'

const ISSUER = 'https://cooperage.platform'

export interface User {
  username: string
  uid: string
  groups: string[]
}

export class Tokens {
  readonly #key: KeyObject
  readonly #store: ObjectStore

  constructor(secret: Uint8Array, store: ObjectStore) {
    this.#key = createSecretKey(secret)
    this.#store = store
  }

  /** @param seconds until it expires; the tokens of Secrets never expire */
  async issue(namespace: string, name: string, uid: string, seconds?: number): Promise<string> {
    const token = new SignJWT({
      'kubernetes.io': { namespace, serviceaccount: { name, uid } },
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(`system:serviceaccount:${namespace}:${name}`)
      .setJti(randomUUID())
      .setIssuedAt()
    return await (seconds === undefined ? token : token.setExpirationTime(`${seconds} s`)).sign(this.#key)
  }

  /** Undefined for a token that is invalid, expired, or of an account that was deleted. */
  async userOf(token: string): Promise<User | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { issuer: ISSUER, audience: ISSUER, algorithms: ['HS256'] })
      const { namespace, serviceaccount } = payload['kubernetes.io'] as {
        namespace: string
        serviceaccount: { name: string; uid: string }
      }
      const account = this.#store.get(SERVICE_ACCOUNTS, namespace, serviceaccount.name)
      if (account?.metadata.uid !== serviceaccount.uid) return undefined
      return {
        username: `system:serviceaccount:${namespace}:${serviceaccount.name}`,
        uid: serviceaccount.uid,
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
      }
    } catch {
      // The response is the same, whatever is wrong with the token.
      return undefined
    }
  }
}
