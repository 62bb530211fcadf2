import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import * as files from './en/index.ts'

const SOURCES = new URL('../', import.meta.url)
const MESSAGES = new URL('en/', import.meta.url)
const PLURAL = /_(zero|one|two|few|many|other)$/

/** The keys of a namespace, plurals without their ending. */
function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [(prefix + name).replace(PLURAL, '')] : keysOf(value, `${prefix}${name}.`),
  )
}

const NAMESPACES = new Map(Object.entries(files).map(([name, texts]) => [name, [...new Set(keysOf(texts))]]))

interface Node {
  type: string
  [key: string]: unknown
}

interface Source {
  path: string
  /** Each string of the file, `*` where a template has a value: `status.*`. */
  strings: ReadonlySet<string>
  /** Those that are the first argument of `t`. */
  asked: ReadonlySet<string>
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function stringOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('*')
}

function readSource(path: string): Source {
  const strings = new Set<string>()
  const asked = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isNode(node)) return
    const text = stringOf(node)
    if (text !== undefined) strings.add(text)
    if (node.type === 'CallExpression' && isNode(node.callee) && isTranslate(node.callee)) {
      for (const key of choices((node.arguments as Node[])[0])) asked.add(key)
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(parseAst(readFileSync(new URL(path, SOURCES), 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return { path, strings, asked }
}

function isTranslate(callee: Node): boolean {
  return callee.name === 't' || callee.name === 'translate' || (isNode(callee.property) && callee.property.name === 't')
}

/** The strings that an argument can be. */
function choices(node: Node | undefined): string[] {
  if (node === undefined) return []
  if (node.type === 'ConditionalExpression')
    return [...choices(node.consequent as Node), ...choices(node.alternate as Node)]
  const text = stringOf(node)
  return text === undefined ? [] : [text]
}

/** Whether a pattern can be that key. The name of a group stands for all that is in it (`returnObjects`). */
function matches(pattern: string, key: string): boolean {
  if (pattern === key || key.startsWith(`${pattern}.`)) return true
  if (!pattern.includes('*')) return false
  const [start = '', ...rest] = pattern.split('*')
  let at = start.length
  if (!key.startsWith(start)) return false
  for (const part of rest) {
    at = key.indexOf(part, at + 1)
    if (at === -1) return false
    at += part.length
  }
  return rest.at(-1) === '' || at === key.length
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^messages\/en\//.test(path))
  .map(readSource)

/** The files that may use a namespace: those that name it, and those beside them, which may have what a key is chosen by. */
function usersOf(namespace: string): Source[] {
  if (namespace === 'shared') return sources
  const names = (one: string) => one === namespace || one.startsWith(`${namespace}:`)
  const folders = new Set(sources.filter(({ strings }) => [...strings].some(names)).map(({ path }) => dirname(path)))
  return sources.filter(({ path }) => folders.has(dirname(path)))
}

test('the list of message files is complete, and each has its namespace as its name', () => {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  expect(readdirSync(MESSAGES).sort()).toEqual(
    ['index.ts', ...Object.keys(files).map((name) => `${kebab(name)}.ts`)].sort(),
  )
})

test('every message is used', () => {
  const unused = [...NAMESPACES].flatMap(([namespace, keys]) => {
    const patterns = usersOf(namespace).flatMap(({ strings }) => [...strings])
    // A template without any name, as `${a}, ${b}`, is no key.
    const full = patterns
      .filter((one) => /\w/.test(one))
      .map((one) => (one.includes(':') ? one : `${namespace}:${one}`))
    return keys.map((key) => `${namespace}:${key}`).filter((key) => !full.some((pattern) => matches(pattern, key)))
  })
  expect(unused).toEqual([])
})

test('every message that is used exists', () => {
  const missing = sources.flatMap(({ path, strings, asked }) =>
    [...asked].flatMap((key) => {
      const [namespace, own] = key.includes(':') ? key.split(':', 2) : [undefined, key]
      const candidates =
        namespace === undefined
          ? ['shared', ...NAMESPACES.keys()].filter((one) => one === 'shared' || strings.has(one))
          : [namespace]
      const exists = candidates.some((one) =>
        NAMESPACES.get(one)?.some((known) => matches(`${one}:${own}`, `${one}:${known}`)),
      )
      return exists ? [] : [`${path}: ${key}`]
    }),
  )
  expect(missing).toEqual([])
})
