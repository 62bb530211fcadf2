/** Policies as they are attached to an account, read statement by statement. */
import { WireError } from '../errors.ts'
import { listField, objectField, textField } from '../json-fields.ts'
import type { PolicySource } from './authorize.ts'
import { type Policy, parsePolicy } from './document.ts'

export type PolicySourceKind = PolicySource['kind']

export interface AttachedPolicy {
  kind: PolicySourceKind
  /** '' for one without a name. */
  name: string
  /** The user, group or account that it is attached to; '' for none in particular. */
  attachedTo: string
  /** As the server sends it, or as a user entered it. */
  document: unknown
}

/** A document, to the extent that it can be parsed. */
export interface ReadStatements {
  policy: Policy
  /** The statements as they were sent, in the order of those of `policy`. The first of a document is number 1. */
  originals: { number: number; statement: unknown }[]
  /** Numbers of the statements that can't be interpreted. */
  unreadable: number[]
}

export interface ReadPolicy extends ReadStatements {
  attached: AttachedPolicy
}

export function readAttached(attached: AttachedPolicy): ReadPolicy {
  return { attached, ...readStatements(attached.document) }
}

/** Statement by statement: one that only a later server supports must not hide the others. */
export function readStatements(source: unknown): ReadStatements {
  const document = objectField(source)
  const read: ReadStatements = {
    policy: { version: textField(document, 'Version'), statements: [] },
    originals: [],
    unreadable: [],
  }
  for (const [index, statement] of statementsOf(document).entries()) {
    try {
      read.policy.statements.push(...parsePolicy({ Statement: [statement] }).statements)
      read.originals.push({ number: index + 1, statement })
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      read.unreadable.push(index + 1)
    }
  }
  return read
}

/** A single statement may be written without a list around it. */
function statementsOf(document: Record<string, unknown>): unknown[] {
  const { Statement: statement } = document
  return typeof statement === 'object' && statement !== null && !Array.isArray(statement)
    ? [statement]
    : listField(document, 'Statement')
}
