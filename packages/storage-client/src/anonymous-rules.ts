import { type AnonymousRule, readAnonymousRules, withAnonymousRules } from '@cooperage/wire'
import { type JsonObject, listField, objectField } from './admin/json-fields.ts'

/** The rules by prefix in a bucket's policy ('' without one), and the places of its other statements; the first is 1. */
export function anonymousRulesOf(policy: string, bucket: string): { rules: AnonymousRule[]; others: number[] } {
  const { rules, others } = readAnonymousRules(statementsOf(documentOf(policy)), bucket)
  return { rules, others: others.map((index) => index + 1) }
}

/** The policy with other rules, as JSON text; undefined when no statement is left. What is no rule stays as it is. */
export function policyWithAnonymousRules(
  policy: string,
  bucket: string,
  rules: readonly AnonymousRule[],
): string | undefined {
  const document = documentOf(policy)
  const Statement = withAnonymousRules(statementsOf(document), bucket, rules)
  return Statement.length === 0 ? undefined : JSON.stringify({ Version: '2012-10-17', ...document, Statement })
}

function documentOf(policy: string): JsonObject {
  return policy === '' ? {} : objectField(JSON.parse(policy))
}

/** A single statement may stand without a list around it. */
function statementsOf(document: JsonObject): unknown[] {
  const { Statement } = document
  return Array.isArray(Statement) || Statement === undefined ? listField(document, 'Statement') : [Statement]
}
