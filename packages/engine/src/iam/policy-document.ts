/** Parsing, caching and merging of policy documents. */
import { sortedEntries } from '@cooperage/wire'
import { checkPolicy, type JsonPolicy, type Policy, parsePolicy } from '@cooperage/wire/policy'

/** The document of an account without policies, as MinIO writes it. */
export const NO_POLICY = { Version: '', Statement: null }

const NO_POLICY_TEXT = JSON.stringify(NO_POLICY)

const parsed = new Map<string, Policy>()
const MAX_PARSED = 1000

/** Parses a policy, with a cache: every request needs the policies of accounts, sessions and buckets. */
export function parsedPolicy(text: string): Policy {
  const cached = parsed.get(text)
  if (cached !== undefined) return cached
  const policy = parsePolicy(text)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, policy)
  return policy
}

const needsContextCache = new WeakMap<Policy, boolean>()

/** Whether evaluating the policy needs condition values: it has a condition or a variable. Most policies don't. */
export function needsContext(policy: Policy): boolean {
  const cached = needsContextCache.get(policy)
  if (cached !== undefined) return cached
  const result = policy.statements.some(
    ({ conditions, resources, notResources }) =>
      conditions.length > 0 || [...resources, ...notResources].some((resource) => resource.includes('${')),
  )
  needsContextCache.set(policy, result)
  return result
}

/** The document of a stored policy text. */
export function parsedDocument(text: string): JsonPolicy {
  // Stored texts are serialized documents.
  return JSON.parse(text) as JsonPolicy
}

/**
 * The text to store for a service account policy in a request. An empty policy, without version and statements, implies the
 * permissions of the parent, but counts as present.
 * @throws WireError XMinioMalformedIAMPolicy with the reason
 */
export function servicePolicyText(text: string): string {
  const { document } = checkPolicy(text, 'service-account')
  return document.Version === '' && document.Statement.length === 0 ? NO_POLICY_TEXT : JSON.stringify(document)
}

/** The text of a policy that narrows the permissions of the parent; undefined where those are implied. */
export function ownPolicyText({ policy }: { policy?: string }): string | undefined {
  return policy === NO_POLICY_TEXT ? undefined : policy
}

/** Merges the statements of several documents without duplicates. */
export function mergePolicies(documents: readonly JsonPolicy[]): JsonPolicy | typeof NO_POLICY {
  const [first] = documents
  if (first === undefined) return NO_POLICY
  const statements = documents.flatMap(({ Statement }) => Statement)
  const distinct = new Map<string, JsonPolicy['Statement'][number]>()
  for (const statement of statements) {
    const text = canonicalText(statement)
    if (!distinct.has(text)) distinct.set(text, statement)
  }
  return { Version: first.Version, Statement: [...distinct.values()] }
}

/** Equal values have the same text, regardless of the order of their keys. */
function canonicalText(value: object): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? sortedEntries(part as Record<string, unknown>)
      : part,
  )
}

/** MinIO's format of policies in text fields and readable responses. */
export function prettyPolicy(document: object): string {
  return JSON.stringify(document, null, 1)
}
