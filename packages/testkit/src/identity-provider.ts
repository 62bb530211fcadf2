/** A small OpenID Connect provider: a discovery document, keys, and tokens with any claims, with valid or invalid signatures. */
import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `none` has no signature, `HS256` one with the client's secret: no server should accept either. */
export type TokenAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'HS256' | 'none'

export interface TokenOptions {
  algorithm?: TokenAlgorithm
  /** Default: that of the newest key of the algorithm; null leaves it out. */
  keyId?: string | null
  /** Signs with a key of the same kind that the provider does not publish. */
  forged?: boolean
}

export interface IdentityProvider {
  issuer: string
  configUrl: string
  clientId: string
  clientSecret: string
  /** A token for `sub` `person` and this client that expires in an hour; `undefined` omits a claim. */
  token(claims?: Record<string, unknown>, options?: TokenOptions): string
  /** New keys with new ids; tokens are signed with these from now on, and only they are published. */
  rotateKeys(): void
  /** The ID token that the token endpoint returns for any code from now on. */
  redeemsCodesFor(token: string): void
  /** Responds to discovery with this instead: a document, or a status with a location. */
  discovers(response: { body: string } | { redirect: string }): void
  /** How often the keys were fetched. */
  keyRequests(): number
  /** While true, the provider doesn't respond to requests; `token` silences only the endpoint that redeems codes. */
  silent(isSilent: boolean | 'token'): void
  /** Adds to the discovery document. */
  announces(more: Record<string, string>): void
  stop(): Promise<void>
}

interface Key {
  id: string
  privateKey: KeyObject
}

type AsymmetricAlgorithm = Exclude<TokenAlgorithm, 'HS256' | 'none'>

const MAKE: Record<AsymmetricAlgorithm, () => { privateKey: KeyObject }> = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
}

const ALGORITHMS = Object.keys(MAKE) as AsymmetricAlgorithm[]

export async function startIdentityProvider(clientId = 'console'): Promise<IdentityProvider> {
  const clientSecret = 'secret-of-the-client-of-the-provider'
  let generation = 0
  let keys = makeKeys(generation)
  let keyRequests = 0
  let isSilent: boolean | 'token' = false
  let more: Record<string, string> = {}
  let idToken = ''
  let custom: { body: string } | { redirect: string } | undefined

  const server = createServer((request, response) => {
    if (isSilent === true || (isSilent === 'token' && request.url === '/token')) return
    if (request.url?.startsWith('/.well-known/') && custom !== undefined) {
      if ('redirect' in custom) response.writeHead(302, { location: custom.redirect }).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(custom.body)
      return
    }
    if (request.url === '/token') {
      const tokens = { access_token: 'unused', token_type: 'Bearer', id_token: idToken }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens))
      return
    }
    const document = request.url === '/keys' ? { keys: published(keys) } : { ...discovery(issuer), ...more }
    if (request.url === '/keys') keyRequests++
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  return {
    issuer,
    configUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    token(claims = {}, options = {}) {
      const now = Math.floor(Date.now() / 1000)
      const payload = { iss: issuer, aud: clientId, sub: 'person', iat: now, exp: now + 3600, ...claims }
      return makeToken(payload, options, keys, { clientId, clientSecret })
    },
    rotateKeys() {
      keys = makeKeys(++generation)
    },
    redeemsCodesFor(token) {
      idToken = token
    },
    discovers(response) {
      custom = response
    },
    keyRequests: () => keyRequests,
    silent(silent) {
      isSilent = silent
    },
    announces(announced) {
      more = announced
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function makeKeys(generation: number): Record<AsymmetricAlgorithm, Key> {
  const make = (algorithm: AsymmetricAlgorithm): Key => ({
    id: `${algorithm}-${generation}`,
    privateKey: MAKE[algorithm]().privateKey,
  })
  return { RS256: make('RS256'), PS256: make('PS256'), ES256: make('ES256'), EdDSA: make('EdDSA') }
}

function published(keys: Record<AsymmetricAlgorithm, Key>): JsonWebKey[] {
  return ALGORITHMS.map((algorithm) => {
    const { id, privateKey } = keys[algorithm]
    return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: id, use: 'sig', alg: algorithm }
  })
}

function discovery(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ALGORITHMS,
    scopes_supported: ['openid'],
  }
}

function makeToken(
  payload: object,
  { algorithm = 'RS256', keyId, forged = false }: TokenOptions,
  keys: Record<AsymmetricAlgorithm, Key>,
  client: { clientId: string; clientSecret: string },
): string {
  const isSymmetric = algorithm === 'HS256' || algorithm === 'none'
  const key = isSymmetric ? undefined : keys[algorithm]
  // MinIO keeps the client's secret as the key with the client's id.
  const kid = keyId === undefined ? (key?.id ?? client.clientId) : keyId
  const header = { alg: algorithm, typ: 'JWT', ...(kid === null ? {} : { kid }) }
  const text = `${encode(header)}.${encode(payload)}`
  if (algorithm === 'none') return `${text}.`
  if (algorithm === 'HS256')
    return `${text}.${createHmac('sha256', client.clientSecret).update(text).digest('base64url')}`
  const privateKey = forged ? MAKE[algorithm]().privateKey : keys[algorithm].privateKey
  return `${text}.${signature(algorithm, text, privateKey).toString('base64url')}`
}

function signature(algorithm: AsymmetricAlgorithm, text: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(text)
  switch (algorithm) {
    case 'RS256':
      return sign('sha256', bytes, key)
    case 'PS256':
      return sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
    case 'ES256':
      return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
    case 'EdDSA':
      return sign(null, bytes, key)
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
