/** Policy documents as accounts have them: kept as text, read once, put together. */
import { checkPolicy, type JsonPolicy, type Policy, parsePolicy } from '@cooperage/wire'

/** What an account without any policy has, as MinIO writes it. */
export const NO_POLICY = { Version: '', Statement: null }

const NO_POLICY_TEXT = JSON.stringify(NO_POLICY)

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

const askContext = new WeakMap<Policy, boolean>()

/** Whether it depends on more than who asks for what: on a condition or a variable. Most do not. */
export function needsContext(policy: Policy): boolean {
  const known = askContext.get(policy)
  if (known !== undefined) return known
  const asks = policy.statements.some(
    ({ conditions, resources, notResources }) =>
      conditions.length > 0 || [...resources, ...notResources].some((resource) => resource.includes('${')),
  )
  askContext.set(policy, asks)
  return asks
}

/** The document of a text that is kept. */
export function parsedDocument(text: string): JsonPolicy {
  // What is kept was written from a document.
  return JSON.parse(text) as JsonPolicy
}

/**
 * The text to keep of a policy that came with a request for a service account. One without version and statements is kept
 * as such: it implies the rights of the parent, but counts as given.
 * @throws WireError XMinioMalformedIAMPolicy with the reason
 */
export function servicePolicyText(text: string): string {
  const { document } = checkPolicy(text, 'service-account')
  return document.Version === '' && document.Statement.length === 0 ? NO_POLICY_TEXT : JSON.stringify(document)
}

/** The text of a policy of its own; undefined where the rights of the parent are implied. */
export function ownPolicyText({ policy }: { policy?: string }): string | undefined {
  return policy === NO_POLICY_TEXT ? undefined : policy
}

/** All statements of several documents, each once. */
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

/** The same for equal values, in whatever order their keys stand. */
function canonicalText(value: object): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))
      : part,
  )
}

/** As MinIO writes a policy in a text field and in answers that are for reading. */
export function prettyPolicy(document: object): string {
  return JSON.stringify(document, null, 1)
}
