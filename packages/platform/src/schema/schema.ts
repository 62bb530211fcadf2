/**
 * Shapes of objects, like structural schemas of Kubernetes: known fields are validated, unknown fields are dropped.
 * `free` keeps everything below it.
 */
import { type Cause, quoted } from '../api-error.ts'
import { isRecord, type Json } from '../objects.ts'

export type Shape =
  | { kind: 'text'; oneOf?: readonly string[]; pattern?: RegExp }
  | { kind: 'integer'; min?: number }
  | { kind: 'flag' }
  /** An amount: `10Gi`, `500m` or a number. */
  | { kind: 'quantity' }
  | { kind: 'free' }
  | { kind: 'list'; items: Shape; minItems?: number; keyedBy?: string }
  | { kind: 'map'; values: Shape }
  | { kind: 'fields'; fields: Record<string, Shape>; required: readonly string[]; immutable: readonly string[] }

export const text: Shape = { kind: 'text' }
export const flag: Shape = { kind: 'flag' }
export const quantity: Shape = { kind: 'quantity' }
export const free: Shape = { kind: 'free' }
export const integer: Shape = { kind: 'integer' }
export const texts: Shape = { kind: 'map', values: text }
export const quantities: Shape = { kind: 'map', values: quantity }

export function atLeast(min: number): Shape {
  return { kind: 'integer', min }
}

export function oneOf(...values: string[]): Shape {
  return { kind: 'text', oneOf: values }
}

export function list(items: Shape, options: { minItems?: number; keyedBy?: string } = {}): Shape {
  return { kind: 'list', items, ...options }
}

/** Names of required fields end in `!`, those of immutable fields in `=`. */
export function fields(shapes: Record<string, Shape>): Shape {
  const entries = Object.entries(shapes).map(([name, shape]) => ({ name, bare: name.replace(/[!=]+$/, ''), shape }))
  return {
    kind: 'fields',
    fields: Object.fromEntries(entries.map(({ bare, shape }) => [bare, shape])),
    required: entries.filter(({ name }) => /![!=]*$/.test(name)).map(({ bare }) => bare),
    immutable: entries.filter(({ name }) => /=[!=]*$/.test(name)).map(({ bare }) => bare),
  }
}

/** The value without nulls and without fields that the shape doesn't have; the paths of these are added to `dropped`. */
export function prune(shape: Shape, value: unknown, dropped: string[], path = ''): unknown {
  if (shape.kind === 'fields' && isRecord(value)) {
    const kept: Json = {}
    for (const [name, each] of Object.entries(value)) {
      const inner = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
      const place = path === '' ? name : `${path}.${name}`
      if (each === null) continue
      if (inner === undefined) dropped.push(place)
      else kept[name] = prune(inner, each, dropped, place)
    }
    return kept
  }
  if (shape.kind === 'list' && Array.isArray(value)) {
    return value.map((each, index) => prune(shape.items, each, dropped, `${path}[${index}]`))
  }
  if (shape.kind === 'map' && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, prune(shape.values, each, dropped, `${path}.${name}`)]),
    )
  }
  return value
}

const TYPE_NAMES = {
  text: 'string',
  integer: 'integer',
  flag: 'boolean',
  list: 'array',
  map: 'object',
  fields: 'object',
} as const

/** Validates a value. */
export function check(shape: Shape, value: unknown, field: string): Cause[] {
  if (shape.kind === 'free') return []
  if (shape.kind === 'quantity') return isQuantity(value) ? [] : [badQuantity(field, value)]
  if (!hasType(shape, value)) {
    const message = `Invalid value: ${quoted(value)}: ${field} in body must be of type ${TYPE_NAMES[shape.kind]}: ${JSON.stringify(typeName(value))}`
    return [{ reason: 'FieldValueTypeInvalid', message, field }]
  }
  if (shape.kind === 'text') return checkText(shape, String(value), field)
  if (shape.kind === 'integer') return checkInteger(shape, Number(value), field)
  if (shape.kind === 'list') return checkList(shape, value as unknown[], field)
  if (shape.kind === 'map') {
    return Object.entries(value as Json).flatMap(([name, each]) => check(shape.values, each, `${field}.${name}`))
  }
  return shape.kind === 'fields' ? checkFields(shape, value as Json, field) : []
}

function hasType(shape: Shape, value: unknown): boolean {
  if (shape.kind === 'text') return typeof value === 'string'
  if (shape.kind === 'integer') return Number.isInteger(value)
  if (shape.kind === 'flag') return typeof value === 'boolean'
  return shape.kind === 'list' ? Array.isArray(value) : isRecord(value)
}

function checkText(shape: Shape & { kind: 'text' }, value: string, field: string): Cause[] {
  if (shape.oneOf !== undefined && !shape.oneOf.includes(value)) {
    const known = shape.oneOf.map((each) => `"${each}"`).join(', ')
    return [cause('FieldValueNotSupported', field, `Unsupported value: "${value}": supported values: ${known}`)]
  }
  if (shape.pattern !== undefined && !shape.pattern.test(value)) {
    const why = `${field} in body should match '${shape.pattern.source}'`
    return [cause('FieldValueInvalid', field, `Invalid value: "${value}": ${why}`)]
  }
  return []
}

function checkInteger({ min }: Shape & { kind: 'integer' }, value: number, field: string): Cause[] {
  if (min === undefined || value >= min) return []
  const why = `${field} in body should be greater than or equal to ${min}`
  return [cause('FieldValueInvalid', field, `Invalid value: ${value}: ${why}`)]
}

function checkList(shape: Shape & { kind: 'list' }, value: unknown[], field: string): Cause[] {
  const { items, minItems = 0, keyedBy } = shape
  const causes: Cause[] = []
  if (value.length < minItems) {
    const why = `${field} in body should have at least ${minItems} items`
    causes.push(cause('FieldValueInvalid', field, `Invalid value: ${value.length}: ${why}`))
  }
  const seen = new Set<unknown>()
  for (const [index, each] of value.entries()) {
    const place = `${field}[${index}]`
    causes.push(...check(items, each, place))
    const key = keyIn(each, keyedBy)
    if (keyedBy === undefined || key === undefined) continue
    if (seen.has(key)) {
      causes.push(cause('FieldValueDuplicate', place, `Duplicate value: ${JSON.stringify({ [keyedBy]: key })}`))
    }
    seen.add(key)
  }
  return causes
}

function keyIn(value: unknown, keyedBy: string | undefined): unknown {
  return keyedBy !== undefined && isRecord(value) ? value[keyedBy] : undefined
}

function checkFields(shape: Shape & { kind: 'fields' }, value: Json, field: string): Cause[] {
  const at = (name: string) => (field === '' ? name : `${field}.${name}`)
  const missing = shape.required
    .filter((name) => value[name] === undefined)
    .map((name) => cause('FieldValueRequired', at(name), 'Required value'))
  const wrong = Object.entries(value).flatMap(([name, each]) => {
    const inner = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    return inner === undefined || each === undefined ? [] : check(inner, each, at(name))
  })
  return [...missing, ...wrong]
}

/** Finds changes of immutable fields. The value must be valid. */
export function checkChange(shape: Shape, value: unknown, previous: unknown, field: string): Cause[] {
  if (shape.kind === 'list' && Array.isArray(value) && Array.isArray(previous)) {
    const { items, keyedBy } = shape
    // Without a key, items can't be matched with earlier ones.
    if (keyedBy === undefined) return []
    return value.flatMap((each, index) => {
      const before = previous.find((other) => keyIn(other, keyedBy) === keyIn(each, keyedBy))
      return checkChange(items, each, before, `${field}[${index}]`)
    })
  }
  if (shape.kind !== 'fields' || !isRecord(value) || !isRecord(previous)) return []
  return Object.entries(shape.fields).flatMap(([name, inner]) => {
    const [each, before, place] = [value[name], previous[name], field === '' ? name : `${field}.${name}`]
    const isChanged = shape.immutable.includes(name) && each !== undefined && before !== undefined && before !== each
    if (!isChanged) return checkChange(inner, each, before, place)
    return [cause('FieldValueInvalid', place, `Invalid value: "${typeName(each)}": ${name} is immutable`)]
  })
}

/** Whether the shape has immutable fields. */
export function hasRules(shape: Shape): boolean {
  if (shape.kind === 'list') return hasRules(shape.items)
  return shape.kind === 'fields' && (shape.immutable.length > 0 || Object.values(shape.fields).some(hasRules))
}

function cause(reason: string, field: string, message: string): Cause {
  return { reason, message, field }
}

function badQuantity(field: string, value: unknown): Cause {
  const why = `${field} in body must be a quantity, for example 10Gi`
  return cause('FieldValueInvalid', field, `Invalid value: ${quoted(value)}: ${why}`)
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value)) return 'integer'
  return typeof value
}

const QUANTITY = /^[+-]?(\d+(\.\d*)?|\.\d+)(([KMGTPE]i|[numkMGTPE])|[eE][+-]?\d+)?$/

function isQuantity(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && QUANTITY.test(value))
}

const UNITS: Record<string, number> = { m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 }

/** A quantity as a number. */
export function amountOf(value: unknown): number {
  if (typeof value === 'number') return value
  const [, digits = '0', unit = ''] =
    /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([KMGTPE]i|[numkMGTPE])?$/.exec(String(value)) ?? []
  if (unit.endsWith('i')) return Number(digits) * 1024 ** ('KMGTPE'.indexOf(unit.charAt(0)) + 1)
  return Number(digits) * (UNITS[unit] ?? 1)
}

function immutability(name: string): Json {
  return { 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: `${name} is immutable` }] }
}

/** As the schema in a resource definition. */
export function toOpenApi(shape: Shape): Json {
  if (shape.kind === 'text') {
    return {
      type: 'string',
      ...(shape.oneOf && { enum: [...shape.oneOf] }),
      ...(shape.pattern && { pattern: shape.pattern.source }),
    }
  }
  if (shape.kind === 'integer') return { type: 'integer', ...(shape.min !== undefined && { minimum: shape.min }) }
  if (shape.kind === 'flag') return { type: 'boolean' }
  if (shape.kind === 'quantity') {
    return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }
  }
  if (shape.kind === 'free') return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  if (shape.kind === 'map') return { type: 'object', additionalProperties: toOpenApi(shape.values) }
  if (shape.kind === 'list') {
    const keyed = shape.keyedBy && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [shape.keyedBy] }
    return { type: 'array', items: toOpenApi(shape.items), ...keyed }
  }
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(shape.fields).map(([name, each]) => [
        name,
        { ...toOpenApi(each), ...(shape.immutable.includes(name) && immutability(name)) },
      ]),
    ),
    ...(shape.required.length > 0 && { required: [...shape.required] }),
  }
}
