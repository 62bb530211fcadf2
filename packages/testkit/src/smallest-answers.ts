/** The least that a server may answer the console's page with, for tests that no page needs more than that. */

import type { Route } from '@cooperage/contract'
import * as contract from '@cooperage/contract'

/**
 * How little an answer has:
 * - `nothing`: an object without fields, a list without rows
 * - `bare rows`: a row in each list of rows, and null in each of its fields
 */
export const SMALLNESS = ['nothing', 'bare rows'] as const
export type Smallness = (typeof SMALLNESS)[number]

const ROUTES = Object.values<unknown>(contract).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'path' in value && 'response' in value,
)

/** A schema as far as this looks into one. */
interface Shape {
  _zod: { def: { type: string; shape?: Record<string, Shape>; element?: Shape } }
}

/** The call of the contract that a request makes, with its smallest answer, which is undefined where it has none. */
export function smallestAnswer(method: string, path: string, how: Smallness): { id: string; answer: unknown } {
  const route = ROUTES.find((one) => one.method === method && patternOf(one.path).test(path))
  if (route === undefined) throw new Error(`The contract has no ${method} ${path}`)
  const schema = route.response as unknown as Shape | undefined
  if (schema === undefined) return { id: route.id, answer: undefined }
  if (how === 'bare rows') return { id: route.id, answer: bare(schema) }
  const { type } = schema._zod.def
  return { id: route.id, answer: type === 'object' ? {} : type === 'array' ? [] : null }
}

function bare({ _zod: { def } }: Shape): unknown {
  if (def.element !== undefined) return [rowOf(def.element)]
  if (def.shape === undefined) return null
  const fields = Object.entries(def.shape)
  return Object.fromEntries(
    fields.map(([name, { _zod }]) => [name, _zod.def.element ? [rowOf(_zod.def.element)] : null]),
  )
}

function rowOf({ _zod: { def } }: Shape): object | null {
  return def.shape === undefined ? null : Object.fromEntries(Object.keys(def.shape).map((name) => [name, null]))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}
