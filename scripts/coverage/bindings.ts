/** Where the names of a source come from. */
import { calledName, childrenOf, field, fields, type Node, nameOf, walk } from './syntax.ts'

export interface Binding {
  name: string
  /** The value of a constant, the function, the list that is iterated; undefined for a caller's argument. */
  source: Node | undefined
  scope: Node
}

export type Resolve = (reference: Node) => Binding | undefined

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const SCOPES = new Set([...FUNCTIONS, 'Program', 'BlockStatement', 'ForOfStatement', 'ForStatement'])

export function isFunction(node: Node | undefined): node is Node {
  return node !== undefined && FUNCTIONS.has(node.type)
}

/** Names every reference's declaration: the innermost one around it. Imported names have none. */
export function resolver(program: Node): Resolve {
  const bindings = new Map<string, Binding[]>()
  const declare = (target: Node | undefined, source: Node | undefined, scope: Node) => {
    for (const name of targets(target)) bindings.set(name, [...(bindings.get(name) ?? []), { name, source, scope }])
  }
  const visit = (node: Node, scope: Node) => {
    if (node.type === 'VariableDeclarator') declare(field(node, 'id'), field(node, 'init'), scope)
    if (node.type === 'FunctionDeclaration') declare(field(node, 'id'), node, scope)
    if (node.type === 'ForOfStatement') {
      for (const one of fields(field(node, 'left'), 'declarations'))
        declare(field(one, 'id'), field(node, 'right'), node)
    }
    if (node.type === 'CallExpression') {
      const list = iteratedList(node)
      for (const given of fields(node, 'arguments').filter(isFunction)) {
        for (const parameter of fields(given, 'params')) declare(parameter, list, given)
      }
    }
    const inner = SCOPES.has(node.type) ? node : scope
    for (const child of childrenOf(node)) visit(child, inner)
  }
  visit(program, program)
  return (reference) =>
    (bindings.get(nameOf(reference)) ?? [])
      .filter(({ scope }) => scope.start <= reference.start && reference.end <= scope.end)
      .sort((a, b) => b.scope.start - a.scope.start)
      .find(({ source }) => source !== reference)
}

/** `LIST` of `test.each(LIST)('…', (item) => …)` and of `LIST.map((item) => …)`. */
function iteratedList(call: Node): Node | undefined {
  const callee = field(call, 'callee')
  if (callee?.type === 'CallExpression' && calledName(callee) === 'each') return fields(callee, 'arguments')[0]
  return callee?.type === 'MemberExpression' ? field(callee, 'object') : undefined
}

/** The names that a pattern declares. */
function targets(node: Node | undefined): string[] {
  if (node === undefined) return []
  if (node.type === 'Identifier') return [nameOf(node)]
  if (node.type === 'Property') return targets(field(node, 'value'))
  if (node.type === 'AssignmentPattern') return targets(field(node, 'left'))
  if (node.type === 'RestElement') return targets(field(node, 'argument'))
  return [...fields(node, 'properties'), ...fields(node, 'elements')].flatMap(targets)
}

/** Every name that is used below a node, not the names of members and keys. */
export function* references(node: Node): Generator<Node> {
  const skipped = new Set<Node>()
  for (const one of walk(node)) {
    if (one.type === 'MemberExpression' && one.computed !== true) addTo(skipped, field(one, 'property'))
    if (one.type === 'Property' && one.computed !== true && one.shorthand !== true) addTo(skipped, field(one, 'key'))
    if (one.type === 'Identifier' && !skipped.has(one)) yield one
  }
}

function addTo(set: Set<Node>, node: Node | undefined): void {
  if (node !== undefined) set.add(node)
}
