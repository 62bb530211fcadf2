import { expect, test } from 'vitest'
import { searchStatement } from './search-sql.ts'
import { SQLITE_DIALECT } from './sqlite-tables.ts'

const search = { filters: [], descending: true, limit: 100 }
const sql = (...args: Parameters<typeof searchStatement> extends [unknown, ...infer Rest] ? Rest : never) => {
  const { text, values } = searchStatement(SQLITE_DIALECT, ...args)
  return [text.replace(/^SELECT .*? FROM audit_entries/, ''), values]
}

test('lists everything, latest first', () => {
  expect(sql(search)).toEqual([' ORDER BY time_us DESC, id DESC LIMIT ?1', [100]])
})

test('passes values as parameters, never as SQL', () => {
  const [text, values] = sql({ ...search, filters: [{ field: 'object', value: "x' OR 1=1 --" }] })
  expect(text).toBe(' WHERE object = ?1 ORDER BY time_us DESC, id DESC LIMIT ?2')
  expect(values).toEqual(["x' OR 1=1 --", 100])
})

test('limits a pattern to the range of its prefix', () => {
  const filters = [{ field: 'bucket' as const, value: 'ph*s' }]
  expect(sql({ ...search, filters })).toEqual([
    ' WHERE bucket >= ?1 AND bucket < ?2 AND bucket GLOB ?3 ORDER BY time_us DESC, id DESC LIMIT ?4',
    ['ph', 'ph\u{10FFFF}', 'ph*s', 100],
  ])
  expect(sql({ ...search, filters }, new Set(['bucket'] as const))[0]).toContain('+bucket GLOB')
})

test('continues after an entry in either order, within a time', () => {
  const after = { time: 5, id: 7 }
  expect(sql({ ...search, descending: false, from: 1, until: 9, after })).toEqual([
    ' WHERE time_us >= ?1 AND time_us < ?2 AND (time_us, id) > (?3, ?4) ORDER BY time_us ASC, id ASC LIMIT ?5',
    [1, 9, 5, 7, 100],
  ])
  expect(sql({ ...search, after })[0]).toContain('(time_us, id) < (?1, ?2)')
})

test('ignores a filter that matches everything', () => {
  expect(sql({ ...search, filters: [{ field: 'bucket', value: '*' }] })[0]).not.toContain('WHERE')
})

test('skips entries without reading them', () => {
  const [text, values] = sql({ ...search, filters: [{ field: 'bucket', value: 'photos' }], offset: 900 })
  const places =
    'SELECT time_us, id FROM audit_entries WHERE bucket = ?1 ORDER BY time_us DESC, id DESC LIMIT ?2 OFFSET ?3'
  expect(text).toBe(` WHERE (time_us, id) IN (${places}) ORDER BY time_us DESC, id DESC`)
  expect(values).toEqual(['photos', 100, 900])
})
