import { AppError, INPUT_PARTS, INPUT_TEXTS, INPUT_TYPES, type Schema, type Text, textsOf } from '@cooperage/contract'
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

const input = textsOf('input', INPUT_TEXTS)

/** The first problem, worded for the author of the request: with the field's name and without internal type names. */
function describe(issues: readonly Issue[], part: string | undefined): Text {
  const [issue] = issues
  if (issue === undefined) return input('unfit')
  const field = issue.path.length > 0 ? `"${issue.path.join('.')}"` : textsOf('inputPart', INPUT_PARTS)(partOf(part))
  switch (issue.code) {
    case 'unrecognized_keys': {
      const keys = issue.keys.slice(0, MAX_KEYS).map((key) => `"${key.slice(0, MAX_KEY_LENGTH)}"`)
      return input('unknownKeys', { keys: keys.join(', ') })
    }
    case 'custom':
      return input(isKeyOf(INPUT_TEXTS, issue.message) ? issue.message : 'impossible', { field })
    case 'invalid_type':
      return input('otherType', { field, type: typeText(issue.expected) })
    case 'too_small':
      return input('tooSmall', { field, minimum: String(issue.minimum) })
    case 'too_big':
      return input('tooBig', { field, maximum: String(issue.maximum) })
    default:
      return input('impossible', { field })
  }
}

function partOf(part: string | undefined): keyof typeof INPUT_PARTS {
  if (part === 'querystring') return 'query'
  if (part === 'params') return 'path'
  return part === 'form' ? 'form' : 'body'
}

function typeText(type: string): string | Text {
  return isKeyOf(INPUT_TYPES, type) ? textsOf('inputType', INPUT_TYPES)(type) : `a ${type}`
}

function isKeyOf<Names extends object>(names: Names, name: string): name is keyof Names & string {
  return Object.hasOwn(names, name)
}
