/** Sources as a tree: the parts that the coverage check reads. */
import { parseAst } from 'vitest/node'

/** A node of ESTree with TypeScript and JSX. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export function parse(code: string, file: string): Node {
  const program: unknown = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (!isNode(program)) throw new Error(`${file} could not be parsed`)
  return program
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

/** The node and its descendants, without the subtrees that `enter` rejects. */
export function* walk(node: Node, enter: (node: Node) => boolean = () => true): Generator<Node> {
  if (!enter(node)) return
  yield node
  for (const child of childrenOf(node)) yield* walk(child, enter)
}

export function field(node: Node | undefined, name: string): Node | undefined {
  const value = node?.[name]
  return isNode(value) ? value : undefined
}

export function fields(node: Node | undefined, name: string): Node[] {
  const value = node?.[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function nameOf(node: Node | undefined): string {
  const name = node?.name
  return typeof name === 'string' ? name : ''
}

/** The last name of what is called: `click` of `page.getByText('a').click()`. */
export function calledName(call: Node): string {
  const callee = field(call, 'callee')
  return callee?.type === 'MemberExpression' ? nameOf(field(callee, 'property')) : nameOf(callee)
}

/** The names along a chain of members and calls, from its root: `expect`, `not`, `toBeVisible`. */
export function chain(node: Node | undefined): string[] {
  if (node?.type === 'CallExpression') return chain(field(node, 'callee'))
  if (node?.type === 'MemberExpression') return [...chain(field(node, 'object')), nameOf(field(node, 'property'))]
  if (node?.type === 'AwaitExpression') return chain(field(node, 'argument'))
  return nameOf(node) === '' ? [] : [nameOf(node)]
}

/** A string, number, template (`{}` for each expression in it) or regular expression (without anchors and escapes) as text. */
export function literal(node: Node): string | undefined {
  const { type, value } = node
  if (type === 'TemplateLiteral') {
    return fields(node, 'quasis')
      .map(({ value: part }) => cooked(part))
      .join('{}')
  }
  if (type === 'JSXText' && typeof value === 'string' && value.trim() !== '') return value.trim()
  if (type !== 'Literal') return undefined
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return pattern(node.regex)
    ?.replace(/^\^|\$$/g, '')
    .replace(/\\([^\w])/g, '$1')
}

function cooked(value: unknown): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}

function pattern(regex: unknown): string | undefined {
  return typeof regex === 'object' && regex !== null && 'pattern' in regex ? String(regex.pattern) : undefined
}
