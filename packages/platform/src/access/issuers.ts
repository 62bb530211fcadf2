/** Users of OpenID Connect providers, as the API server of Kubernetes identifies them with `--oidc-issuer-url`. */
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { User } from './tokens.ts'

/** A provider whose ID tokens are accepted. */
export interface Issuer {
  /** Its issuer, or the address of its discovery document. */
  url: URL
  /** The tokens have to be issued for this client. */
  clientId: string
  /** Names the user: by default `sub`, after the issuer. An `email` is used alone. */
  usernameClaim?: string
  /** Names the user's groups, if it is given. */
  groupsClaim?: string
}

interface Keys {
  issuer: string
  keys: JWTVerifyGetKey
}

const DISCOVERY = '.well-known/openid-configuration'
const TIMEOUT_MS = 4_000
/** Signatures with a secret that is shared with clients prove nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export class Issuers {
  readonly #issuers: readonly Issuer[]
  readonly #known = new Map<Issuer, Promise<Keys>>()

  constructor(issuers: readonly Issuer[]) {
    this.#issuers = issuers
  }

  /** Undefined for a token that none of them has issued for the client, or that has expired. */
  async userOf(token: string): Promise<User | undefined> {
    for (const each of this.#issuers) {
      try {
        const { issuer, keys } = await this.#keysOf(each)
        const { payload } = await jwtVerify(token, keys, { issuer, audience: each.clientId, algorithms: ALGORITHMS })
        return describe(each, issuer, payload)
      } catch {
        // The response is the same whatever is wrong with the token.
      }
    }
    return undefined
  }

  #keysOf(issuer: Issuer): Promise<Keys> {
    const known = this.#known.get(issuer) ?? discover(issuer.url)
    this.#known.set(issuer, known)
    known.catch(() => this.#known.delete(issuer))
    return known
  }
}

function describe({ usernameClaim = 'sub', groupsClaim }: Issuer, issuer: string, claims: JWTPayload): User {
  const name = claims[usernameClaim]
  if (typeof name !== 'string' || name === '') throw new TypeError(`no ${usernameClaim}`)
  if (usernameClaim === 'email' && claims.email_verified === false) throw new TypeError('the address is not verified')
  const groups = groupsClaim === undefined ? [] : [claims[groupsClaim]].flat()
  return {
    username: usernameClaim === 'email' ? name : `${issuer}#${name}`,
    uid: '',
    groups: [...groups.filter((group) => typeof group === 'string'), 'system:authenticated'],
  }
}

async function discover(url: URL): Promise<Keys> {
  const address = url.pathname.endsWith(DISCOVERY) ? url : new URL(`${url.href.replace(/\/$/, '')}/${DISCOVERY}`)
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { issuer, jwks_uri: keys } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (typeof issuer !== 'string' || typeof keys !== 'string') throw new TypeError(`${address} is no discovery document`)
  return { issuer, keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_MS }) }
}
