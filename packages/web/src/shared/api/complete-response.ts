import { getVersioning, type Route, type RouteResponse } from '@cooperage/contract'
import type * as core from 'zod/v4/core'

/**
 * Fills in missing values of a response, so that absent, null and empty are the same to every page: a list has no rows, a text
 * is '', a number 0, a choice '' or the first of its values. Only missing values are changed, in place. A literal isn't filled
 * in: a response without it isn't what it should be.
 */
export function completeResponse<R extends Route>(route: R, response: unknown): RouteResponse<R> {
  const whole = route.response === undefined ? undefined : complete(route.response, response)
  if (route.id === getVersioning.id) implyStatus(whole as RouteResponse<typeof getVersioning>)
  // The type comes from the declaration that the server also uses.
  return whole as RouteResponse<R>
}

/** The specification only has `is_versioned`, while the pages use `status`. */
function implyStatus(versioning: RouteResponse<typeof getVersioning>): void {
  if (versioning.is_versioned && versioning.status === '') versioning.status = 'Enabled'
}

function complete(schema: core.$ZodType, value: unknown): unknown {
  const { def } = (schema as core.$ZodTypes)._zod
  const isAbsent = value === undefined || value === null
  switch (def.type) {
    case 'object':
      return completeFields(def.shape, isRecord(value) ? value : {})
    case 'array':
      return Array.isArray(value) ? completeRows(def.element, value) : []
    case 'tuple':
      return completeTuple(def.items, Array.isArray(value) ? value : [])
    case 'record':
      return completeRecord(def, isRecord(value) ? value : {})
    case 'optional':
      return isAbsent ? undefined : complete(def.innerType, value)
    case 'nullable':
      return isAbsent ? null : complete(def.innerType, value)
    case 'union':
      return complete(closest(def, value), value)
    case 'string':
      return isAbsent ? '' : value
    case 'number':
      return isAbsent ? 0 : value
    case 'boolean':
      return isAbsent ? false : value
    case 'enum':
      return isAbsent ? firstOf(Object.values(def.entries)) : value
    default:
      return value
  }
}

function completeFields(shape: core.$ZodShape, value: Record<string, unknown>): Record<string, unknown> {
  for (const name in shape) {
    const field = shape[name]
    if (field === undefined) continue
    const before = value[name]
    const after = complete(field, before)
    if (after !== before) value[name] = after
  }
  return value
}

/** One by a choice of names has all of them. */
function completeRecord({ keyType, valueType }: core.$ZodRecordDef, value: Record<string, unknown>) {
  const { def } = (keyType as core.$ZodTypes)._zod
  if (def.type !== 'enum') return value
  return completeFields(Object.fromEntries(Object.values(def.entries).map((name) => [name, valueType])), value)
}

function completeRows(element: core.$ZodType, rows: unknown[]): unknown[] {
  for (let index = 0; index < rows.length; index++) rows[index] = complete(element, rows[index])
  return rows
}

function completeTuple(items: readonly core.$ZodType[], values: readonly unknown[]): unknown[] {
  return items.map((item, index) => complete(item, values[index]))
}

type Option = { option: core.$ZodType; names: readonly string[] }

/** Cache by union: its options with their field names, smallest first, since a list looks them up for every row. */
const optionsOf = new WeakMap<core.$ZodUnionDef, readonly Option[]>()

/** The option that shares most fields with the row; of two, the smaller one. */
function closest(union: core.$ZodUnionDef, value: unknown): core.$ZodType {
  const options = optionsOf.get(union) ?? keepOptions(union)
  let best = options[0]
  let most = 0
  if (isRecord(value)) {
    for (const one of options) {
      let present = 0
      for (const name of one.names) if (name in value) present++
      if (present > most) [best, most] = [one, present]
    }
  }
  if (best === undefined) throw new Error('A union of the contract has no options')
  return best.option
}

function keepOptions(union: core.$ZodUnionDef): readonly Option[] {
  const options = union.options.map((option) => {
    const { def } = (option as core.$ZodTypes)._zod
    return { option, names: def.type === 'object' ? Object.keys(def.shape) : [] }
  })
  options.sort((a, b) => a.names.length - b.names.length)
  optionsOf.set(union, options)
  return options
}

function firstOf(values: readonly unknown[]): unknown {
  return values.includes('') ? '' : values[0]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
