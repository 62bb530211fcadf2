/** A configured identity provider, with its discovered issuer and signing keys and the role of its users. */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

export interface ProviderSettings {
  /** Name of the configuration target; `_` for the unnamed one. */
  name: string
  /** URL of the discovery document. */
  configUrl: string
  clientId: string
  /** Claim that names policies. */
  claimName: string
  /** Policies of all users who sign in with it. If present, the claim is ignored. */
  rolePolicies: string[]
}

interface ProviderKeys {
  issuer: string
  /** Finds the key of a token; fetches the key set again when the key is unknown. */
  keys: JWTVerifyGetKey
}

const DEADLINE_MS = 5_000
const MAX_AGE_MS = 10 * 60_000
/** Limits requests to the provider when many tokens carry unknown key ids. */
const COOLDOWN_MS = 1_000
const MAX_DOCUMENT_BYTES = 1024 * 1024

export class OpenIdProvider {
  readonly settings: ProviderSettings
  /** Present in role mode. */
  readonly roleArn: string | undefined
  #discovered: { at: number; found: Promise<ProviderKeys> } | undefined

  constructor(settings: ProviderSettings, region: string) {
    this.settings = settings
    this.roleArn = settings.rolePolicies.length === 0 ? undefined : roleArn(settings.clientId, region)
  }

  /** @throws Error when the provider does not respond in time or has no valid discovery document */
  keys(now = Date.now()): Promise<ProviderKeys> {
    if (this.#discovered === undefined || now - this.#discovered.at > MAX_AGE_MS) {
      const found = discover(this.settings.configUrl)
      this.#discovered = { at: now, found }
      // The next sign-in tries again.
      found.catch(() => {
        if (this.#discovered?.found === found) this.#discovered = undefined
      })
    }
    return this.#discovered.found
  }
}

/** The role ARN that MinIO derives from the client id. */
export function roleArn(clientId: string, region: string): string {
  return `arn:minio:iam:${region}::role/${createHash('sha1').update(clientId).digest('base64url')}`
}

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(configUrl: string): Promise<ProviderKeys> {
  const response = await fetch(configUrl, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`unexpected error returned by ${configUrl} : status(${response.status})`)
  const text = await response.text()
  if (text.length > MAX_DOCUMENT_BYTES) throw new Error(`the discovery document at ${configUrl} is too long`)
  const document: unknown = JSON.parse(text)
  if (typeof document !== 'object' || document === null) throw new Error(`${configUrl} has no discovery document`)
  const { issuer, jwks_uri: jwksUri } = document as { issuer?: unknown; jwks_uri?: unknown }
  if (typeof issuer !== 'string' || typeof jwksUri !== 'string') {
    throw new Error(`no JWKS URI found in your provider's discovery doc (config_url=${configUrl})`)
  }
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    timeoutDuration: DEADLINE_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
  })
  return { issuer, keys }
}
