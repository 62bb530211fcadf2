/** Policy documents as accounts have them: read from what a client sent, kept in one form, put together. */
import { isDeepStrictEqual } from 'node:util'
import { type JsonPolicy, type Policy, parsePolicy, WireError } from '@cooperage/wire'
import { iamError } from './errors.ts'

/** What an account without any policy has, as MinIO writes it. */
export const NO_POLICY = { Version: '', Statement: null }

/** MinIO's limits: of an inline policy of STS, and of one of a service account, in their compact form. */
export const MAX_SESSION_POLICY = 2048
export const MAX_SERVICE_ACCOUNT_POLICY = 4096

const parsed = new Map<string, Policy>()
const MAX_PARSED = 1000

/** The policy that a text says, read once: texts of accounts, sessions and buckets are asked for with every request. */
export function parsedPolicy(text: string): Policy {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const policy = parsePolicy(text)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, policy)
  return policy
}

/**
 * A document that a client sent, in the form in which it is kept and shown. One without version and statements is none;
 * whether that is a mistake is for the caller to say.
 * @throws WireError XMinioMalformedIAMPolicy with the reason
 */
export function readPolicyDocument(text: string): JsonPolicy | undefined {
  try {
    const source: unknown = JSON.parse(text)
    if (source === null) return undefined
    const { version, statements } = parsePolicy(source)
    if (version === '' && statements.length === 0) return undefined
    return normalForm(source as SourcePolicy)
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof WireError) {
      throw iamError('PolicyMalformed', cause.message, { cause })
    }
    throw cause
  }
}

/** All statements of several documents, each once. */
export function mergePolicies(documents: readonly JsonPolicy[]): JsonPolicy | typeof NO_POLICY {
  const [first] = documents
  if (first === undefined) return NO_POLICY
  const statements = distinct(documents.flatMap(({ Statement }) => Statement))
  return { Version: first.Version, Statement: statements }
}

/** As MinIO writes a policy in a text field and in answers that are for reading. */
export function prettyPolicy(document: object): string {
  return JSON.stringify(document, null, 1)
}

/** What `parsePolicy` let pass: single values may stand for lists. */
interface SourcePolicy {
  ID?: string
  Version?: string
  Statement?: SourceStatement | SourceStatement[]
}

interface SourceStatement
  extends Partial<Record<'Action' | 'NotAction' | 'Resource' | 'NotResource', string | string[]>> {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Condition?: Record<string, Record<string, unknown>>
}

function normalForm({ ID, Version = '', Statement = [] }: SourcePolicy): JsonPolicy {
  return { ...(ID ? { ID } : {}), Version, Statement: distinct([Statement].flat().map(normalStatement)) }
}

function normalStatement(source: SourceStatement): JsonPolicy['Statement'][number] {
  const { Sid, Effect, Condition } = source
  const lists = (['Action', 'NotAction', 'Resource', 'NotResource'] as const).flatMap((name) => {
    const values = [...new Set([source[name] ?? []].flat())]
    return values.length === 0 ? [] : [[name, values] as const]
  })
  return {
    ...(Sid ? { Sid } : {}),
    Effect,
    ...Object.fromEntries(lists),
    ...(Condition === undefined || Object.keys(Condition).length === 0
      ? {}
      : { Condition: normalConditions(Condition) }),
  }
}

function normalConditions(source: Record<string, Record<string, unknown>>): Record<string, Record<string, string[]>> {
  return sortedEntries(source, (keys) => sortedEntries(keys, (values) => [values].flat().map(String)))
}

function sortedEntries<From, To>(source: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(
    Object.entries(source)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, to(value)]),
  )
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return items.filter((item, at) => !items.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, item)))
}
