/**
 * The values of condition keys for an S3 or admin request, in MinIO's form: some keys are always present, with an empty value if
 * the request has none, which matters to `Null` and the negated operators. In MinIO a header named like a key
 * (`username: root`, `sourceip: 10.0.0.1`), a second query parameter or an `x-amz-tagging` on a read overrides the real value;
 * here each value comes only from the place where the operation itself reads it.
 */
import { readCopySource } from '../s3/copy-source.ts'
import { CONDITION_KEYS } from './condition-keys.ts'
import type { RequestContext } from './variables.ts'

export interface ConditionSource {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  query: URLSearchParams
  /** Address of the client, without port. */
  sourceIp: string
  isSecure: boolean
  /** Milliseconds since the epoch. */
  now: number
  /** How the request is signed; `post` is a browser's form upload. */
  authentication: 'none' | 'header' | 'query' | 'post'
  /** Version of the signature, if there is one; default 4. */
  signatureVersion?: 2 | 4
  /** Milliseconds since a presigned URL was signed. */
  signatureAge?: number
  caller: ConditionCaller
  /** Tags of the object, if the operation reads them before authorization. */
  existingTags?: Readonly<Record<string, string>>
  /** Tags that the request sets; default those in the header `x-amz-tagging`. */
  requestTags?: Readonly<Record<string, string>>
}

export interface ConditionCaller {
  kind: 'anonymous' | 'root' | 'user' | 'temporary' | 'service-account'
  /** The user; for temporary credentials and service accounts their parent. Empty for an anonymous request. */
  account: string
  /** Whether the account is root itself. */
  isRoot?: boolean
  groups?: readonly string[]
  /** Claims of the token of a web identity; strings and lists of strings are used. */
  claims?: Readonly<Record<string, unknown>>
}

const SIGNATURE_VERSIONS = { 2: 'AWS', 4: 'AWS4-HMAC-SHA256' }
const CONTENT_HASH = 'x-amz-content-sha256'
const COPY_SOURCE = 'x-amz-copy-source'
const HEADER_KEYS = CONDITION_KEYS.filter((key) => key.startsWith('s3:x-amz-'))
  .map((key) => key.slice('s3:'.length))
  .filter((name) => name !== CONTENT_HASH && name !== COPY_SOURCE)
const CLAIM_NAMES = new Set(CONDITION_KEYS.flatMap((key) => /^(?:jwt|ldap):(.*)$/.exec(key)?.[1] ?? []))
const LISTING_KEYS = ['prefix', 'delimiter', 'max-keys']

export function requestContext(source: ConditionSource): RequestContext {
  const { headers, query, caller, now } = source
  const { account } = caller
  const signed = signatureOf(source)
  return {
    CurrentTime: `${new Date(now).toISOString().slice(0, 19)}Z`,
    EpochTime: String(Math.floor(now / 1000)),
    SecureTransport: String(source.isSecure),
    // Both families share the socket of an IPv6 listener; conditions are written for IPv4 addresses as such.
    SourceIp: source.sourceIp.replace(/^::ffff:(?=\d+\.)/, ''),
    UserAgent: first(headers['user-agent']) ?? '',
    Referer: first(headers.referer) ?? '',
    principaltype: principalType(caller),
    userid: account,
    username: account,
    versionid: query.get('versionId')?.trim().toLowerCase() ?? '',
    signatureversion: signed === '' ? '' : SIGNATURE_VERSIONS[source.signatureVersion ?? 4],
    authType: signed,
    signatureAge: source.signatureAge === undefined ? undefined : String(source.signatureAge),
    // The author of a form chooses its headers, which don't apply to the object: the fields do.
    ...(source.authentication === 'post' ? {} : { [CONTENT_HASH]: contentHash(source), ...headerContext(headers) }),
    ...pickNamed(LISTING_KEYS, (name) => query.get(name) ?? undefined),
    ...tagValues('ExistingObjectTag', source.existingTags ?? {}),
    ...requestTagValues(source),
    ...claimValues(caller),
  }
}

/** MinIO counts version 4 requests whose body ends with a trailer as neither kind. */
function signatureOf({ authentication, signatureVersion, headers }: ConditionSource): string {
  const mayHaveTrailer = authentication !== 'post' && signatureVersion !== 2
  const hasTrailer = mayHaveTrailer && first(headers['x-amz-content-sha256'])?.endsWith('-TRAILER')
  if (authentication === 'none' || hasTrailer) return ''
  return { header: 'REST-HEADER', query: 'REST-QUERY-STRING', post: 'POST' }[authentication]
}

function principalType({ kind, account, isRoot }: ConditionCaller): string {
  if (account === '') return 'Anonymous'
  if (isRoot || kind === 'root') return 'Account'
  return kind === 'user' ? 'User' : 'AssumedRole'
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}

/** The request headers as conditions see them. For a form, these are the headers that its fields replace. */
export function headerContext(headers: ConditionSource['headers']): RequestContext {
  return {
    ...pickNamed(HEADER_KEYS, (name) => first(headers[name])),
    [COPY_SOURCE]: copySource(first(headers[COPY_SOURCE])),
    'object-lock-mode': first(headers['x-amz-object-lock-mode'])?.toUpperCase(),
    'object-lock-legal-hold': first(headers['x-amz-object-lock-legal-hold'])?.toUpperCase(),
    'object-lock-retain-until-date': first(headers['x-amz-object-lock-retain-until-date']),
  }
}

/** As `bucket/key`, however it is escaped. The operation rejects an invalid one. */
function copySource(header: string | undefined): string | undefined {
  const source = header === undefined ? undefined : readCopySource(header)
  return source === undefined ? header : `${source.bucket}/${source.key}`
}

/** The only header that a presigned URL of version 4 has in its query. */
function contentHash({ headers, query, authentication, signatureVersion }: ConditionSource): string | undefined {
  const isLink = authentication === 'query' && signatureVersion !== 2
  return (isLink ? query.get('X-Amz-Content-Sha256') : null) ?? first(headers[CONTENT_HASH])
}

function pickNamed(names: readonly string[], read: (name: string) => string | undefined): RequestContext {
  return Object.fromEntries(names.map((name) => [name, read(name)]))
}

function tagValues(key: string, tags: Readonly<Record<string, string>>): RequestContext {
  return Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`${key}/${tag}`, value]))
}

function requestTagValues({ headers, authentication, requestTags }: ConditionSource): RequestContext {
  const header = authentication === 'post' ? undefined : first(headers['x-amz-tagging'])
  const tags = requestTags ?? Object.fromEntries(new URLSearchParams(header ?? ''))
  const keys = Object.keys(tags)
  return keys.length === 0 ? {} : { ...tagValues('RequestObjectTag', tags), RequestObjectTagKeys: keys }
}

function claimName(claim: string): string {
  return claim.replace(/^ldap/, '').toLowerCase()
}

function claimValues({ claims = {}, groups = [] }: ConditionCaller): RequestContext {
  const texts = Object.entries(claims).flatMap(([name, value]) =>
    typeof value === 'string' && CLAIM_NAMES.has(claimName(name)) ? [[claimName(name), value] as const] : [],
  )
  const listed = Array.isArray(claims.groups) ? claims.groups.filter((one) => typeof one === 'string') : []
  const known = listed.length > 0 ? listed : groups
  return {
    ...(known.length > 0 ? { groups: known } : {}),
    ...Object.fromEntries(texts),
  }
}
