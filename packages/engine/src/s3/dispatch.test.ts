import { SUB_RESOURCES } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { findRoute } from './dispatch.ts'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from './routes.ts'

const ROUTES = [...SUPPORTED_ROUTES, ...UNSET_FEATURE_ROUTES, ...UNSUPPORTED_ROUTES]

test.each(ROUTES.map(([operation, pattern]) => [operation, pattern]))('finds %s for "%s"', (operation, pattern) => {
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
})

// Otherwise anyone with a presigned URL could turn it into another operation by adding a parameter.
test('signature version 2 signs every query parameter that selects an operation', () => {
  const names = ROUTES.flatMap(([, pattern]) => /\?(\S+)/.exec(pattern)?.[1]?.split('&') ?? [])
  const unsigned = new Set(names.filter((name) => !SUB_RESOURCES.has(name)))
  // Both listings return the same to the same callers.
  expect([...unsigned]).toEqual(['list-type=2'])
})

test('no two operations share a name or a pattern', () => {
  expect(new Set(ROUTES.map(([operation]) => operation)).size).toBe(ROUTES.length)
  expect(new Set(ROUTES.map(([, pattern]) => pattern)).size).toBe(ROUTES.length)
})
