import { AppError, type Schema } from '@cooperage/contract'
import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'

/** What an author can make use of. */
const MAX_KEYS = 10
const MAX_KEY_LENGTH = 100

type Issue = z.core.$ZodIssue

/** Only the first problem is described, and each of the thousands that a body may have takes time. */
const FIRST_PROBLEM: z.core.ParseContextInternal<Issue> = { abortEarly: true }

/** Validates input against the contract's schema; undeclared fields are rejected. */
export const validateInput: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  return (data) => {
    // Fastify passes null for a missing body; JSON null isn't a valid body of any call either.
    const result = z.safeParse(schema, data ?? undefined, FIRST_PROBLEM)
    if (result.success) return { value: result.data }
    return { error: new AppError('InvalidInput', { reason: describe(result.error.issues, httpPart) }) }
  }
}

/** Validates input outside the request line and JSON body, such as a form field. @throws AppError InvalidInput */
export function validated<S extends Schema>(schema: S, data: unknown, part: string): z.infer<S> {
  const result = z.safeParse(schema, data, FIRST_PROBLEM)
  if (result.success) return result.data
  throw new AppError('InvalidInput', { reason: describe(result.error.issues, part) })
}

/** The first problem, worded for the author of the request: with the field's name and without internal type names. */
function describe(issues: readonly Issue[], part: string | undefined): string {
  const [issue] = issues
  if (issue === undefined) return 'it does not fit'
  const field = issue.path.length > 0 ? `"${issue.path.join('.')}"` : `the ${nameOfPart(part)}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${issue.keys
        .slice(0, MAX_KEYS)
        .map((key) => `"${key.slice(0, MAX_KEY_LENGTH)}"`)
        .join(', ')} is not known here`
    case 'custom':
      // Without a message of its own.
      return issue.message === 'Invalid input'
        ? `${field} has a value that is not possible`
        : `${field} ${issue.message}`
    case 'invalid_type':
      return `${field} must be ${withArticle(issue.expected)}`
    case 'too_small':
      return `${field} is too short or too small, at least ${issue.minimum}`
    case 'too_big':
      return `${field} is too long or too large, at most ${issue.maximum}`
    default:
      return `${field} has a value that is not possible`
  }
}

function nameOfPart(part: string | undefined): string {
  if (part === 'querystring') return 'query'
  if (part === 'params') return 'path'
  return part === 'form' ? 'form' : 'body'
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type === 'int' ? 'whole number' : type}`
}
