import { expect, test } from 'vitest'
import { findRoute } from './dispatch.ts'
import { NOT_SET, OFFERED, REFUSED } from './routes.ts'

const ROUTES = [...OFFERED, ...NOT_SET, ...REFUSED]

test.each(ROUTES.map(([operation, pattern]) => [operation, pattern]))(
  '%s is what "%s" leads to',
  (operation, pattern) => {
    const [, method = '', path = '', query = '', name, value = '1'] =
      /^(\S+) ([^\s?]+)(?:\?(\S+))?(?: ([a-z-]+)(?:: (.*))?)?$/.exec(pattern) ?? []
    const [, bucket, key] = path.split('/')
    const request = {
      method,
      path,
      query: new URLSearchParams(query),
      headers: name === undefined ? {} : { [name]: value },
    }
    const target = { ...(bucket ? { bucket } : {}), ...(key ? { key } : {}) }
    expect(findRoute(request, target).operation).toBe(operation)
  },
)

test('no two operations share a name or a pattern', () => {
  expect(new Set(ROUTES.map(([operation]) => operation)).size).toBe(ROUTES.length)
  expect(new Set(ROUTES.map(([, pattern]) => pattern)).size).toBe(ROUTES.length)
})
