/**
 * Validates a policy before it is stored, with MinIO's rules, codes and messages. Unknown fields are dropped rather than
 * rejected, and a bucket policy can name any action.
 */

import { WireError } from '../errors.ts'
import { compareText } from '../order.ts'
import { checkedCondition } from './check-condition.ts'
import { checkBucketStatement, checkIdentityStatement } from './check-statement.ts'
import { type JsonPolicy, type Policy, PolicyFault, parsePolicy } from './document.ts'
import {
  type ConditionValue,
  type Draft,
  type DraftCondition,
  type DraftStatement,
  readDocument,
} from './read-document.ts'

/** The use of a policy. */
export type PolicyUse = 'bucket' | 'canned' | 'session' | 'service-account'

export interface CheckedPolicy {
  policy: Policy
  /** Normalized as MinIO returns it: lists everywhere, without unknown fields and duplicate statements. */
  document: JsonPolicy
}

export const POLICY_VERSION = '2012-10-17'

/** Maximum bytes of the text of a policy. */
export const MAX_POLICY_TEXT = 20 * 1024
const MAX_SESSION_DOCUMENT = 2048
const MAX_SERVICE_ACCOUNT_DOCUMENT = 4096

type Fault = readonly [code: string, message: string, status?: number]

interface Rules {
  /** The error code for an invalid document. */
  malformed: string
  textTooLong?: Fault
  documentTooLong?: Fault
  maxDocument?: number
  noText?: Fault
  noVersion?: Fault
  noStatement?: Fault
}

const NO_TEXT: Fault = ['MissingContentLength', 'You must provide the Content-Length HTTP header.', 411]
const NO_VERSION: Fault = ['MalformedPolicy', 'The policy must contain a valid version string']
const SESSION_TOO_LONG = 'Session policy should not exceed 2048 characters'

const RULES: Record<PolicyUse, Rules> = {
  bucket: {
    malformed: 'MalformedPolicy',
    noText: NO_TEXT,
    textTooLong: ['PolicyTooLarge', 'Policy exceeds the maximum allowed document size.'],
    noVersion: NO_VERSION,
  },
  canned: {
    malformed: 'XMinioMalformedIAMPolicy',
    noText: NO_TEXT,
    textTooLong: ['EntityTooLarge', 'Your proposed upload exceeds the maximum allowed object size.'],
    noVersion: NO_VERSION,
    noStatement: ['XMinioAdminInvalidArgument', 'Invalid arguments specified. (Invalid arguments specified)'],
  },
  session: {
    malformed: 'InvalidParameterValue',
    noVersion: ['InvalidParameterValue', `Version cannot be empty expecting '${POLICY_VERSION}'`],
    documentTooLong: ['InvalidParameterValue', SESSION_TOO_LONG],
    maxDocument: MAX_SESSION_DOCUMENT,
  },
  'service-account': {
    malformed: 'XMinioMalformedIAMPolicy',
    // The message states another limit than the one that is enforced.
    documentTooLong: ['XMinioIAMServiceAccountSessionPolicyTooLarge', SESSION_TOO_LONG],
    maxDocument: MAX_SERVICE_ACCOUNT_DOCUMENT,
  },
}

/**
 * `bucket` is the bucket of a bucket policy.
 * @throws WireError
 */
export function checkPolicy(text: string, use: PolicyUse, bucket = ''): CheckedPolicy {
  const rules = RULES[use]
  refuseIf(text === '', rules.noText)
  // A text far above the limit isn't parsed at all: parsing takes more than linear time.
  refuseIf(Buffer.byteLength(text) > MAX_POLICY_TEXT, rules.textTooLong ?? rules.documentTooLong)
  const draft = checkedDraft(text, use, bucket)
  refuseIf(draft.version === '', rules.noVersion)
  refuseIf(draft.statements.length === 0, rules.noStatement)
  const document = writeDocument(draft, use)
  refuseIf(Buffer.byteLength(JSON.stringify(document)) > (rules.maxDocument ?? MAX_POLICY_TEXT), rules.documentTooLong)
  return { policy: parsePolicy(document), document }
}

function refuseIf(isWrong: boolean, fault: Fault | undefined): void {
  if (isWrong && fault !== undefined) throw new WireError(fault[0], fault[2] ?? 400, fault[1])
}

function checkedDraft(text: string, use: PolicyUse, bucket: string): Draft {
  try {
    const draft = readDocument(text, use === 'bucket' ? 'bucket' : 'identity')
    for (const statement of draft.statements) statement.conditions = statement.conditions.map(checkedCondition)
    if (draft.version !== '' && draft.version !== POLICY_VERSION) {
      throw new PolicyFault(`invalid version '${draft.version}'`)
    }
    for (const statement of draft.statements) {
      if (use === 'bucket') checkBucketStatement(statement, bucket)
      else checkIdentityStatement(statement)
    }
    return draft
  } catch (cause) {
    if (!(cause instanceof PolicyFault)) throw cause
    throw new WireError(RULES[use].malformed, 400, cause.message, { cause })
  }
}

function writeDocument(draft: Draft, use: PolicyUse): JsonPolicy {
  const statements = new Map<string, JsonPolicy['Statement'][number]>()
  for (const statement of draft.statements) {
    const document = writeStatement(statement, use)
    const { Sid: _, ...content } = document
    const identity = JSON.stringify(content)
    if (!statements.has(identity)) statements.set(identity, document)
  }
  return {
    ...(draft.id === '' ? {} : { ID: draft.id }),
    Version: draft.version,
    Statement: [...statements.values()],
  }
}

function writeStatement(statement: DraftStatement, use: PolicyUse): JsonPolicy['Statement'][number] {
  const { sid, actions, notActions, resources, notResources, conditions } = statement
  return {
    ...(sid === '' ? {} : { Sid: sid }),
    Effect: statement.effect === 'Deny' ? 'Deny' : 'Allow',
    ...(use === 'bucket' ? { Principal: { AWS: statement.principals } } : {}),
    ...(actions.length > 0 ? { Action: actions } : { NotAction: notActions }),
    ...(resources.length > 0 ? { Resource: resources.map(({ text }) => text) } : {}),
    ...(notResources.length > 0 ? { NotResource: notResources.map(({ text }) => text) } : {}),
    ...(conditions.length > 0 ? { Condition: writeConditions(conditions) } : {}),
  }
}

/** By operator and key, in the order of their names. */
function writeConditions(conditions: readonly DraftCondition[]): Record<string, Record<string, ConditionValue[]>> {
  const byOperator: Record<string, Record<string, ConditionValue[]>> = {}
  const sorted = conditions.toSorted((a, b) => compareText(sortKey(a), sortKey(b)))
  for (const { operator, key, values } of sorted) byOperator[operator] = { ...byOperator[operator], [key]: values }
  return byOperator
}

function sortKey({ operator, key }: DraftCondition): string {
  return `${operator} ${key}`
}
