/** The parts of JSON Schema (2020-12) that the contract's schemas use. */
export interface JsonSchema {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
}

/** Longer ones get one line per field. */
const LINE_LENGTH = 80

/** A schema in TypeScript's notation, without limits such as lengths. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const { anyOf, oneOf, allOf, enum: values, items, properties, additionalProperties } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  const options = anyOf ?? oneOf
  if (options !== undefined) return options.map((option) => schemaText(option, indent)).join(' | ')
  if (allOf !== undefined) return allOf.map((part) => schemaText(part, indent)).join(' & ')
  if (items !== undefined) return listText(schemaText(items, indent))
  if (properties !== undefined) return objectText(properties, schema.required ?? [], indent)
  if (typeof additionalProperties === 'object') return `Record<string, ${schemaText(additionalProperties, indent)}>`
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ')
}

function listText(item: string): string {
  return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectText(properties: Record<string, JsonSchema>, required: readonly string[], indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${nameText(name)}${required.includes(name) ? '' : '?'}: ${schemaText(schema, inner)}`,
  )
  const line = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  if (indent.length + line.length <= LINE_LENGTH && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${indent}}`
}

function nameText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name)
}
