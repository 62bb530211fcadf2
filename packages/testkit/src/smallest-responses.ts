/** The smallest valid responses to the web app, for tests that no page needs more than that. */

import type { Schema } from '@cooperage/contract'
import { ROUTES } from './contract-routes.ts'

/**
 * How small a response is:
 * - `nothing`: an object without fields, a list without rows
 * - `bare rows`: a row in each list of rows, and null in each of its fields
 */
export const SMALLNESS = ['nothing', 'bare rows'] as const
export type Smallness = (typeof SMALLNESS)[number]

/** The parts of a schema that are used here. */
interface Shape {
  _zod: { def: { type: string; shape?: Record<string, Shape>; element?: Shape } }
}

/** The contract call that a request matches, with its smallest response, undefined if it has none. */
export function smallestResponse(method: string, path: string, how: Smallness): { id: string; body: unknown } {
  const route = ROUTES.find((one) => one.method === method && patternOf(one.path).test(path))
  if (route === undefined) throw new Error(`The contract has no ${method} ${path}`)
  const { id, response } = route
  if (response === undefined) return { id, body: undefined }
  return { id, body: how === 'nothing' ? emptyResponse(response) : bareResponse(response, null) }
}

/** An object without fields, a list without rows; else null. */
export function emptyResponse(schema: Schema): object | null {
  const { type } = defOf(schema)
  return type === 'object' ? {} : type === 'array' ? [] : null
}

/** A row in each list, and `leaf` in each other field: null, or undefined as if it were absent. */
export function bareResponse(schema: Schema, leaf: null | undefined): unknown {
  return bare(defOf(schema), leaf)
}

function bare({ shape, element }: Shape['_zod']['def'], leaf: null | undefined): unknown {
  if (element !== undefined) return [bare(element._zod.def, leaf)]
  if (shape === undefined) return leaf
  const fields = Object.entries(shape).map(([name, { _zod }]) => [name, _zod.def.element ? bare(_zod.def, leaf) : leaf])
  return Object.fromEntries(fields)
}

function defOf(schema: Schema): Shape['_zod']['def'] {
  return (schema as unknown as Shape)._zod.def
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}
