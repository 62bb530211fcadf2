import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { EditorState, type Extension } from '@codemirror/state'
import { expect, test } from 'vitest'
import { foldedAtFirst } from './create-reader.ts'
import { indentJson } from './indent-json.ts'

const stateOf = (doc: string, language: Extension) => EditorState.create({ doc, extensions: [language] })

/** However long parsing takes on a busy machine. */
function folded(doc: string, language: Extension) {
  const state = stateOf(doc, language)
  return foldedAtFirst(state, Number.POSITIVE_INFINITY).map(({ from, to }) => state.doc.sliceString(from, to))
}

/** Members that keep their lines. */
const plain = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, at]))
const lines = (value: unknown) => indentJson(JSON.stringify(value))

test('the second level of JSON is folded, and nothing within it', () => {
  const doc = lines({ ...plain, a: { b: { c: 1 } }, d: [1, [2]], e: 3 })
  expect(folded(doc, json()).map((text) => text.replaceAll(/\s/g, ''))).toEqual(['"b":{"c":1}', '1,[2]'])
})

test('the second level of YAML is folded, and its aliases stay names', () => {
  const bomb = Array.from({ length: 30 }, (_, at) => `l${at}: &l${at} [${`*l${Math.max(0, at - 1)},`.repeat(9)}]`).join(
    '\n',
  )
  expect(folded(bomb, yaml())).toEqual([])
  const members = Object.keys(plain).map((name) => `  ${name}: 1\n`)
  const doc = `root:\n  child:\n    leaf: 1\n    other: 2\n${members.join('')}`
  expect(folded(doc, yaml())).toEqual(['\n    leaf: 1\n    other: 2'])
})

test('a text of one large member is folded at a level of which enough is seen', () => {
  const people = Array.from({ length: 30 }, (_, at) => ({ id: at, roles: ['reader'] }))
  const ranges = folded(lines({ team: { people, owner: null }, version: 2 }), json())
  expect(ranges).toHaveLength(30)
  expect(ranges[0]?.replaceAll(/\s/g, '')).toBe('"id":0,"roles":["reader"]')
})

test('a text that stays short at every level opens unfolded', () => {
  expect(folded(lines({ a: { b: { c: Array.from({ length: 70 }, (_, at) => at) } } }), json())).toEqual([])
})

test('a text that is longer than what is parsed at first is folded at the same level', () => {
  const list = Array.from({ length: 2000 }, () => ({ deep: [1, 2] }))
  const [only, ...others] = folded(lines({ ...plain, list }), json())
  expect(others).toEqual([])
  expect(only?.match(/deep/g)).toHaveLength(2000)
})

test('a mebibyte of brackets, or of levels, folds in reasonable time', () => {
  const start = process.threadCpuUsage()
  expect(foldedAtFirst(stateOf('['.repeat(1024 * 1024), json()))).toEqual([])
  foldedAtFirst(stateOf('[\n'.repeat(512 * 1024), json()))
  foldedAtFirst(stateOf('- \n'.repeat(300 * 1024), yaml()))
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(10_000)
})
