/**
 * What a test asserts and calls, read from its source.
 *
 * It reads the function of the test and, transitively, the functions of the same file that it names. In them:
 *
 * - **Asserted** is every literal and every key of an object among the arguments of `expect` and of what follows it (`toBe`, `toContainText` …), of a
 *   locator (`getByRole`, `filter` …), or of a function of the same file that asserts something itself. A name among these
 *   arguments counts as the literals of its declaration in the same file: a constant, the list of a loop, the table of
 *   `test.each`. What an expectation denies (`not`, `toHaveCount(0)`, `toBeHidden`) is not asserted.
 * - **Called** is a path among the arguments of a call that also names the method: by its own name (`get`), as an argument
 *   (`'DELETE'`) or as `method: 'DELETE'`.
 */
import { isFunction, type Resolve, references, resolver } from './bindings.ts'
import { calledName, chain, childrenOf, field, fields, literal, type Node, nameOf, parse, walk } from './syntax.ts'

export interface TestSource {
  /** Literals, as `literal` of syntax.ts gives them. */
  asserted: Set<string>
  calls: { method: string; path: string }[]
}

const GROUPS = new Set(['describe', 'serial', 'parallel'])
const TESTS = new Set(['test', 'it', 'each', 'skip', 'only', 'for', 'skipIf', 'runIf', 'fixme'])
const LOCATORS = /^(getBy\w+|locator|filter|waitForURL|waitForResponse|waitForRequest)$/
const DENIALS = new Set(['not', 'toBeHidden'])
const METHODS = /^(get|post|put|delete)$/i

/** The source of the test with that full name (`group › name`), or undefined when the file has none. */
export function readTest(code: string, file: string, name: string): TestSource | undefined {
  const program = parse(code, file)
  const found = findTest(program, name)
  if (found === undefined) return undefined
  const resolve = resolver(program)
  const asserted = new Set<string>()
  const calls: TestSource['calls'] = []
  for (const body of bodiesOf(found, resolve)) {
    for (const node of walk(body, (one) => !isDenial(one))) {
      if (node.type !== 'CallExpression') continue
      const given = fields(node, 'arguments')
      if (isAsserting(node, resolve)) for (const text of textsOf(given, resolve)) asserted.add(text)
      calls.push(...callsOf(node, resolve))
    }
  }
  return { asserted, calls }
}

/** The function of the test; expressions in template titles match any text. */
function findTest(node: Node, wanted: string, groups: string[] = []): Node | undefined {
  if (node.type === 'CallExpression') {
    const given = fields(node, 'arguments')
    const title = given[0] === undefined ? undefined : literal(given[0])
    const last = given.findLast(isFunction)
    const names = chain(field(node, 'callee'))
    if (title !== undefined && last !== undefined && names.length > 0) {
      if (names.some((name) => GROUPS.has(name))) return findIn(last, wanted, [...groups, title])
      const isTest = names.every((name) => TESTS.has(name))
      if (isTest) return namePattern([...groups, title]).test(wanted) ? last : undefined
    }
  }
  return findIn(node, wanted, groups)
}

function findIn(node: Node, wanted: string, groups: string[]): Node | undefined {
  for (const child of childrenOf(node)) {
    const found = findTest(child, wanted, groups)
    if (found !== undefined) return found
  }
  return undefined
}

function namePattern(titles: string[]): RegExp {
  const parts = titles.join(' › ').split(/\{\}|%[sdijfoO#]|\$[\w.]+/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*')}$`, 's')
}

/** The test's function and those of the same file that it calls, transitively. */
function bodiesOf(test: Node, resolve: Resolve): Node[] {
  const bodies = [test]
  for (const body of bodies) {
    for (const reference of references(body)) {
      const source = resolve(reference)?.source
      const isOutside =
        source !== undefined && !bodies.some(({ start, end }) => start <= source.start && source.end <= end)
      if (isFunction(source) && isOutside) bodies.push(source)
    }
  }
  return bodies
}

function isAsserting(call: Node, resolve: Resolve, seen = new Set<Node>()): boolean {
  if (chain(call)[0] === 'expect' || LOCATORS.test(calledName(call))) return true
  const callee = field(call, 'callee')
  const source = callee?.type === 'Identifier' ? resolve(callee)?.source : undefined
  if (!isFunction(source) || seen.has(source)) return false
  seen.add(source)
  return [...walk(source)].some((node) => node.type === 'CallExpression' && isAsserting(node, resolve, seen))
}

/** An expectation that something is not so. */
function isDenial(node: Node): boolean {
  const call = node.type === 'AwaitExpression' ? field(node, 'argument') : node
  if (call?.type !== 'CallExpression') return false
  const names = chain(call)
  if (names[0] !== 'expect') return false
  const [first] = fields(call, 'arguments')
  return names.some((name) => DENIALS.has(name)) || (names.at(-1) === 'toHaveCount' && first?.value === 0)
}

/** The literals of nodes, and those that their names refer to in the same file. */
function textsOf(nodes: readonly Node[], resolve: Resolve): Set<string> {
  const texts = new Set<string>()
  const seen = new Set<Node>(nodes)
  for (const node of seen) {
    for (const one of walk(node)) {
      const found = literal(one)
      if (found !== undefined) texts.add(found)
      if (one.type === 'Property' && nameOf(field(one, 'key')) !== '') texts.add(nameOf(field(one, 'key')))
    }
    for (const reference of references(node)) {
      const source = resolve(reference)?.source
      if (source !== undefined && !isFunction(source)) seen.add(source)
    }
  }
  return texts
}

function callsOf(call: Node, resolve: Resolve): TestSource['calls'] {
  const given = fields(call, 'arguments')
  const own = calledName(call)
  const named = given.flatMap((node) =>
    node.type === 'ObjectExpression'
      ? fields(node, 'properties').flatMap((one) =>
          nameOf(field(one, 'key')) === 'method' ? [field(one, 'value')] : [],
        )
      : [node],
  )
  const methods = [own, ...named.map((node) => node?.value)].filter((word) => METHODS.test(String(word)))
  const paths = [...textsOf(given, resolve)].filter((text) => text.includes('/'))
  return methods.flatMap((method) => paths.map((path) => ({ method: String(method).toUpperCase(), path })))
}
