/**
 * The CORS configuration of a bucket and its rules. Source: Amazon S3 user guide, "Elements of a CORS
 * configuration", and S3's errors.
 */
import { WireError } from '../errors.ts'
import { type Fields, filledText, leaf, readFields, texts, writeFields } from '../xml/fields.ts'
import { childrenOf, malformedXml, parseInteger, parseXml, type XmlElement } from '../xml/reader.ts'
import { S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

export interface CorsRule {
  id?: string
  /** At most one `*` in each, which matches any text. */
  allowedOrigins: string[]
  allowedMethods: string[]
  /** At most one `*` in each. */
  allowedHeaders: string[]
  exposeHeaders: string[]
  maxAgeSeconds?: number
}

export interface CorsConfiguration {
  rules: CorsRule[]
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'PUT', 'HEAD', 'POST', 'DELETE'])
const MAX_RULES = 100
const MAX_ID_CHARACTERS = 255
const MAX_DOCUMENT_BYTES = 64 * 1024

/** @throws WireError MalformedXML, InvalidRequest */
export function parseCors(source: string | Uint8Array): CorsConfiguration {
  const root = parseXml(source, 'CORSConfiguration', { maxBytes: MAX_DOCUMENT_BYTES })
  const rules = childrenOf(root, 'CORSRule').map(parseRule)
  if (rules.length === 0) throw malformedXml(new Error('no rule'))
  if (rules.length > MAX_RULES) throw invalid('The number of CORS rules should not exceed allowed limit of 100 rules.')
  return { rules }
}

/** In the order in which MinIO writes them. An empty ID or age counts as absent. */
const RULE: Fields<CorsRule> = {
  id: filledText('ID'),
  allowedHeaders: texts('AllowedHeader'),
  allowedMethods: texts('AllowedMethod'),
  allowedOrigins: texts('AllowedOrigin'),
  exposeHeaders: texts('ExposeHeader'),
  maxAgeSeconds: leaf('MaxAgeSeconds', (seconds) => (seconds ? parseInteger(seconds) : undefined)),
}

function parseRule(element: XmlElement): CorsRule {
  const rule = readFields(RULE, element)
  checkRule(rule)
  return rule
}

function checkRule({
  id = '',
  allowedOrigins,
  allowedMethods,
  allowedHeaders,
  exposeHeaders,
  maxAgeSeconds = 0,
}: CorsRule) {
  if (allowedOrigins.length === 0 || allowedMethods.length === 0 || maxAgeSeconds < 0) throw malformedXml()
  if (id.length > MAX_ID_CHARACTERS) throw invalid('The ID of a CORS rule must not be longer than 255 characters.')
  for (const method of allowedMethods) {
    if (!METHODS.has(method)) {
      throw invalid(`Found unsupported HTTP method in CORS config. Unsupported method is ${method}`)
    }
  }
  for (const origin of allowedOrigins) checkOneWildcard('AllowedOrigin', origin)
  for (const header of allowedHeaders) checkOneWildcard('AllowedHeader', header)
  for (const header of exposeHeaders) {
    if (header.includes('*')) {
      throw invalid(
        `ExposeHeader "${header}" contains wildcard. We currently do not support wildcard for ExposeHeader.`,
      )
    }
    if (!isToken(header)) throw invalid(`ExposeHeader "${header}" is not the name of a header.`)
  }
}

function checkOneWildcard(name: string, value: string): void {
  if (value.split('*').length > 2) throw invalid(`${name} "${value}" can not have more than one wildcard.`)
}

/** RFC 9110, 5.6.2: any other character could end the header that lists it. */
function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\w]+$/.test(text)
}

function invalid(message: string): WireError {
  return new WireError('InvalidRequest', 400, message)
}

export function writeCors({ rules }: CorsConfiguration): string {
  const inner = rules.map((rule) => `<CORSRule>${writeFields(RULE, rule)}</CORSRule>`)
  return xmlDocument('CORSConfiguration', S3_NAMESPACE, inner.join(''))
}

export interface CorsRequest {
  origin: string
  /** The method of the request itself, or the one that a preflight requests. */
  method: string
  /** Header names that a preflight requests. */
  headers: readonly string[]
}

/** The first rule that allows all of it; if there is none, the browser must be refused. */
export function findCorsRule(
  { rules }: CorsConfiguration,
  { origin, method, headers }: CorsRequest,
): CorsRule | undefined {
  const names = [...new Set(headers.map((header) => header.toLowerCase()))]
  return rules.find(
    (rule) =>
      rule.allowedOrigins.some((allowed) => matchesOne(allowed, origin)) &&
      rule.allowedMethods.includes(method) &&
      allowsHeaders(rule, names),
  )
}

function allowsHeaders({ allowedHeaders }: CorsRule, names: readonly string[]): boolean {
  const allowed = allowedHeaders.map((one) => one.toLowerCase())
  const exact = new Set(allowed)
  const patterns = allowed.filter((one) => one.includes('*'))
  return names.every((name) => exact.has(name) || patterns.some((one) => matchesOne(one, name)))
}

/** A pattern with at most one `*`. */
function matchesOne(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === text
  const end = pattern.slice(star + 1)
  return text.length >= pattern.length - 1 && text.startsWith(pattern.slice(0, star)) && text.endsWith(end)
}
