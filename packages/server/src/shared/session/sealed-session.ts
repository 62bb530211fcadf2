import { hkdfSync } from 'node:crypto'
import { loginWay } from '@cooperage/contract'
import * as z from 'zod/mini'
import { createSealer, type Sealer } from './sealer.ts'

/** What every session has. Times in milliseconds since the epoch. */
const anySession = {
  /** Random and public: identifies the session in responses. */
  id: z.string(),
  /**
   * Names its keys on the storage server (TokenRevokeType): its own id, or the one of the session that it replaced in the same
   * browser. Signing out revokes all keys of that name, and the links that they signed.
   */
  revokeType: z.string(),
  /** The access key that was used to sign in, or the user of a cluster; '' for an account of LDAP or an identity provider. */
  account: z.string(),
  /** When the visitor has to sign in again. The storage keys may live longer, for running transfers. */
  endsAt: z.number(),
  /** From when on the page renews the session, or offers to sign in again. */
  endingAt: z.number(),
}
export type AnySession = Pick<Session, keyof typeof anySession>

/** Of a session that began at an OpenID Connect provider. */
const provider = z.object({
  id: z.string(),
  /** The visitor's name there, which is readable, unlike the account's name on the storage server. */
  account: z.string(),
  /** What the name refers to: issuer and subject. A renewed session must have the same. */
  subject: z.string(),
  /** Obtains new tokens without the visitor, if the provider issued one. */
  refreshToken: z.optional(z.string()),
})
/** The part of a session that its provider is asked with. */
export type ProviderSession = Pick<Session, 'provider'>

/** The contents of the cookie, readable by the console alone. */
const session = z.object({
  ...anySession,
  accessKey: z.string(),
  secretKey: z.string(),
  /** Empty for keys that aren't temporary. */
  sessionToken: z.string(),
  /** The keys are the visitor's own: the cookie has none, and `KeptKeys` has them. */
  keepsKeys: z.optional(z.boolean()),
  /** Of a visitor who signed in to Garage: the admin token, which `KeptKeys` has too. The keys are those of the session, '' for none. */
  garageToken: z.optional(z.string()),
  /** When the storage keys expire, and with them every link that they signed. */
  keysEndAt: z.number(),
  way: loginWay,
  /** Of LDAP: the name that the visitor typed. */
  ldapUsername: z.optional(z.string()),
  provider: z.optional(provider),
})
export type Session = z.infer<typeof session>

/** A session in operator mode: the visitor's own token for the Kubernetes API server, which may be the ID token of a provider. */
const operatorSession = z.object({ ...anySession, token: z.string(), provider: z.optional(provider) })
export type OperatorSession = z.infer<typeof operatorSession>

/** Cache of opened sessions by their sealed text: every call of a page sends the same one, and opening it is expensive. */
const MAX_OPENED = 1_000

/**
 * Browsers send the cookies of a host to every port of it, so each console names its own after its secret: two consoles on one
 * machine don't sign each other's visitors out, and replicas, which share a secret, share the cookie.
 */
export function sessionCookieName(secret: string): string {
  return `cooperage-${Buffer.from(hkdfSync('sha256', secret, '', 'cooperage session cookie name', 4)).toString('hex')}`
}

/** Opens only sessions that haven't expired. */
export function createSessionSealer(secret: string, now: () => number): Promise<Sealer<Session>> {
  return sealerOf(secret, 'cooperage session cookie 1', session, now)
}

export function createOperatorSealer(secret: string, now: () => number): Promise<Sealer<OperatorSession>> {
  return sealerOf(secret, 'cooperage operator session cookie 1', operatorSession, now)
}

async function sealerOf<S extends AnySession>(
  secret: string,
  purpose: string,
  schema: z.ZodMiniType<S>,
  now: () => number,
): Promise<Sealer<S>> {
  const sealer = await createSealer(secret, purpose, schema)
  const opened = new Map<string, S>()
  return {
    seal: sealer.seal,
    async open(text) {
      const value = opened.get(text) ?? (await sealer.open(text))
      if (value === undefined || value.endsAt <= now()) {
        opened.delete(text)
        return undefined
      }
      if (!opened.has(text)) keep(text, value)
      return value
    },
  }

  function keep(text: string, value: S): void {
    const [oldest] = opened.keys()
    if (opened.size >= MAX_OPENED && oldest !== undefined) opened.delete(oldest)
    opened.set(text, value)
  }
}
