/**
 * A policy as the visual editor shows it, and its changes. Both work on the text: a change replaces what it is about and leaves
 * every other byte as it was, whatever else the document has.
 */
import {
  fieldOf,
  isArray,
  isObject,
  type JsonField,
  type JsonNode,
  jsonTree,
  readValue,
  sliceOf,
  withEntry,
  withEntryAt,
  withoutEntry,
  withSwapped,
  withValue,
} from './json-edits.ts'

export const LISTS = ['Action', 'Resource'] as const
type ListName = (typeof LISTS)[number]

/** A condition of a statement: `IpAddress`, `aws:SourceIp`, the networks. */
interface VisualCondition {
  operator: string
  key: string
  values: string[]
}

/** A part of a statement that only its JSON shows: `NotAction`, an unknown field, or one with an unusual value. */
export interface KeptPart {
  name: string
  text: string
  from: number
  to: number
}

export interface VisualStatement {
  /** Its position in the text. */
  from: number
  to: number
  /** '' without one. */
  sid: string
  /** '' without one, or if it is neither. */
  effect: 'Allow' | 'Deny' | ''
  /** Undefined if the field isn't there, or is among `kept`. */
  lists: Partial<Record<ListName, string[]>>
  /** Whom a bucket policy is about; undefined as with lists. */
  principals: string[] | undefined
  conditions: VisualCondition[]
  kept: KeptPart[]
}

/** The statements of a policy; undefined if the text isn't JSON, or has no statements that could be shown. */
export function visualStatements(text: string): VisualStatement[] | undefined {
  const nodes = statementNodes(text)
  return nodes?.map((node) => statementOf(text, node))
}

function statementNodes(text: string): JsonNode[] | undefined {
  const root = jsonTree(text)
  if (root === undefined || !isObject(text, root)) return undefined
  const field = fieldOf(root, 'Statement')
  if (field === undefined) return undefined
  const nodes = isArray(text, field.value) ? field.value.items : [field.value]
  return nodes.every((node) => isObject(text, node)) ? nodes : undefined
}

const SHOWN = ['sid', 'effect', 'action', 'resource', 'principal', 'condition'] as const

function statementOf(text: string, node: JsonNode): VisualStatement {
  const found: VisualStatement = {
    ...{ from: node.from, to: node.to, sid: '', effect: '', lists: {} },
    ...{ principals: undefined, conditions: [], kept: [] },
  }
  for (const field of node.fields) {
    const name = field.name.toLowerCase()
    const isShown = SHOWN.some((one) => one === name) && fieldOf(node, field.name) === field && read(text, field, found)
    if (!isShown) {
      const { from, to } = field
      found.kept.push({ name: field.name, text: sliceOf(text, field), from, to })
    }
  }
  return found
}

/** Reads a field into a statement; false if it has another form than the editor shows. */
function read(text: string, { name, value: node }: JsonField, into: VisualStatement): boolean {
  const value = readValue(text, node)
  switch (name.toLowerCase()) {
    case 'sid':
      if (typeof value !== 'string') return false
      into.sid = value
      return true
    case 'effect':
      if (value !== 'Allow' && value !== 'Deny') return false
      into.effect = value
      return true
    case 'action':
    case 'resource': {
      const list = listOf(value)
      if (list !== undefined) into.lists[name.toLowerCase() === 'action' ? 'Action' : 'Resource'] = list
      return list !== undefined
    }
    case 'principal':
      into.principals = principalsOf(text, node)
      return into.principals !== undefined
    default: {
      const conditions = conditionsOf(text, node)
      if (conditions !== undefined) into.conditions = conditions
      return conditions !== undefined
    }
  }
}

function listOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  return list.every((one) => typeof one === 'string') ? list : undefined
}

/** The list of principals: `*`, or `AWS` and nothing else. */
function principalList(text: string, node: JsonNode): JsonNode | undefined {
  if (!isObject(text, node)) return node
  const [field, ...others] = node.fields
  return field?.name.toLowerCase() === 'aws' && others.length === 0 ? field.value : undefined
}

function principalsOf(text: string, node: JsonNode): string[] | undefined {
  const list = principalList(text, node)
  return list && listOf(readValue(text, list))
}

function conditionsOf(text: string, node: JsonNode): VisualCondition[] | undefined {
  if (!isObject(text, node)) return undefined
  const found: VisualCondition[] = []
  for (const operator of node.fields) {
    if (!isObject(text, operator.value) || fieldOf(node, operator.name) !== operator) return undefined
    for (const key of operator.value.fields) {
      const value = readValue(text, key.value)
      const values = Array.isArray(value) ? value : [value]
      const isPlain = values.every(
        (one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean',
      )
      if (!isPlain || fieldOf(operator.value, key.name) !== key) return undefined
      found.push({ operator: operator.name, key: key.name, values: values.map(String) })
    }
  }
  return found
}

/** Adds a statement at the end. */
export function withStatement(text: string, statement: object): string {
  const root = jsonTree(text)
  const field = root && isObject(text, root) ? fieldOf(root, 'Statement') : undefined
  if (root === undefined || !isObject(text, root)) return text
  if (field === undefined) return withEntry(text, root, [statement], 'Statement')
  if (isArray(text, field.value)) return withEntry(text, field.value, statement)
  // A single statement becomes the first of a list, as it was written.
  const single = sliceOf(text, field.value)
  const listed = `${text.slice(0, field.value.from)}[${single}]${text.slice(field.value.to)}`
  return withStatement(listed, statement)
}

/** Removes a statement; a single one that isn't in a list becomes an empty list. */
export function withoutStatement(text: string, index: number): string {
  const list = statementList(text)
  if (list === undefined) return text
  if (!isArray(text, list)) return withValue(text, list, [])
  const item = list.items[index]
  return item === undefined ? text : withoutEntry(text, list, item)
}

/** Adds a copy of a statement behind it, with a name of its own. */
export function withCopy(text: string, index: number): string {
  const list = statementList(text)
  const node = statementNodes(text)?.[index]
  if (list === undefined || node === undefined) return text
  const value = readValue(text, node) as Record<string, unknown>
  const taken = new Set(visualStatements(text)?.map(({ sid }) => sid))
  const sid = Object.keys(value).find((name) => name.toLowerCase() === 'sid')
  const copy = sid === undefined ? value : { ...value, [sid]: freeName(String(value[sid]), taken) }
  return isArray(text, list) ? withEntryAt(text, list, index + 1, copy) : withStatement(text, copy)
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) if (!taken.has(`${name}${number}`)) return `${name}${number}`
}

/** Exchanges a statement with the one behind it. */
export function withMoved(text: string, index: number): string {
  const list = statementList(text)
  return list !== undefined && isArray(text, list) ? withSwapped(text, list, index) : text
}

function statementList(text: string): JsonNode | undefined {
  const root = jsonTree(text)
  return root && isObject(text, root) ? fieldOf(root, 'Statement')?.value : undefined
}

/** A statement and one of its fields, which it may not have; undefined if the field has another form than the editor shows. */
function place(
  text: string,
  index: number,
  name: string,
): { node: JsonNode; field: JsonField | undefined } | undefined {
  const node = statementNodes(text)?.[index]
  if (node === undefined) return undefined
  const isKept = statementOf(text, node).kept.some((part) => part.name.toLowerCase() === name.toLowerCase())
  return isKept ? undefined : { node, field: fieldOf(node, name) }
}

/** Sets the effect or the name of a statement; an empty name is removed. */
export function withText(text: string, index: number, name: 'Sid' | 'Effect', value: string): string {
  const found = place(text, index, name)
  if (found === undefined) return text
  const { node, field } = found
  if (field === undefined) return value === '' ? text : withEntryAt(text, node, 0, value, name)
  return value === '' ? withoutEntry(text, node, field) : withValue(text, field.value, value)
}

/** Adds a value to a list of a statement, which it may not have yet. */
export function withListed(text: string, index: number, name: ListName, value: string): string {
  const found = place(text, index, name)
  if (found === undefined) return text
  return found.field ? withAdded(text, found.field.value, value) : withEntry(text, found.node, [value], name)
}

/** Removes a value from a list of a statement. */
export function withoutListed(text: string, index: number, name: ListName, value: string): string {
  const field = place(text, index, name)?.field
  return field === undefined ? text : withTaken(text, field.value, value)
}

/** Adds an account to the principals of a statement. */
export function withPrincipal(text: string, index: number, value: string): string {
  const found = place(text, index, 'Principal')
  if (found === undefined) return text
  if (found.field === undefined) return withEntry(text, found.node, { AWS: [value] }, 'Principal')
  const list = principalList(text, found.field.value)
  return list === undefined ? text : withAdded(text, list, value)
}

/** Removes an account from the principals of a statement. */
export function withoutPrincipal(text: string, index: number, value: string): string {
  const field = place(text, index, 'Principal')?.field
  const list = field && principalList(text, field.value)
  return list === undefined ? text : withTaken(text, list, value)
}

/** Adds a value to a condition of a statement, which it may not have yet. */
export function withConditionValue(
  text: string,
  index: number,
  { operator, key }: Pick<VisualCondition, 'operator' | 'key'>,
  value: string,
): string {
  const found = place(text, index, 'Condition')
  if (found === undefined) return text
  const condition = found.field?.value
  if (condition === undefined) return withEntry(text, found.node, { [operator]: { [key]: [value] } }, 'Condition')
  const keys = condition.fields.find(({ name }) => name === operator)?.value
  if (keys === undefined) return withEntry(text, condition, { [key]: [value] }, operator)
  const list = keys.fields.find(({ name }) => name === key)?.value
  return list === undefined ? withEntry(text, keys, [value], key) : withAdded(text, list, value)
}

/** Removes a value of a condition, and with the last one the condition. */
export function withoutConditionValue(
  text: string,
  index: number,
  { operator, key }: Pick<VisualCondition, 'operator' | 'key'>,
  value: string,
): string {
  const found = place(text, index, 'Condition')
  const ofOperator = found?.field?.value.fields.find(({ name }) => name === operator)
  const ofKey = ofOperator?.value.fields.find(({ name }) => name === key)
  if (!found?.field || ofOperator === undefined || ofKey === undefined) return text
  const values = [readValue(text, ofKey.value)].flat().map(String)
  if (values.some((one) => one !== value)) return withTaken(text, ofKey.value, value)
  if (ofOperator.value.fields.length > 1) return withoutEntry(text, ofOperator.value, ofKey)
  const { field, node } = found
  if (field.value.fields.length > 1) return withoutEntry(text, field.value, ofOperator)
  return withoutEntry(text, node, field)
}

/** A single value becomes a list when it isn't alone any more. */
function withAdded(text: string, list: JsonNode, value: string): string {
  if (isArray(text, list)) return withEntry(text, list, value)
  return withValue(text, list, [readValue(text, list), value])
}

function withTaken(text: string, list: JsonNode, value: string): string {
  if (!isArray(text, list)) return withValue(text, list, [])
  const item = list.items.findLast((one) => String(readValue(text, one)) === value)
  return item === undefined ? text : withoutEntry(text, list, item)
}
