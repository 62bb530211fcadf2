import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPlaces, recentPlaces, rememberPlace } from './recent-places.ts'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the newest place comes first, and each is listed once', () => {
  for (const path of ['/users/anna', '/object-browser/photos/2026/', '/policies/readwrite', '/users/anna']) {
    rememberPlace('ada', path)
  }
  expect(recentPlaces('ada')).toEqual(['/users/anna', '/policies/readwrite', '/object-browser/photos/2026/'])
})

test('the tabs of a bucket and of a tenant are one place', () => {
  rememberPlace('ada', '/buckets/photos/summary')
  rememberPlace('ada', '/buckets/photos/access/users')
  rememberPlace('ada', '/namespaces/team/tenants/store/pods/one')
  expect(recentPlaces('ada')).toEqual(['/namespaces/team/tenants/store', '/buckets/photos'])
})

test('lists and other pages without a name are not kept', () => {
  for (const path of ['/', '/users', '/buckets', '/object-browser/', '/logs', '/tenants/add', '/account']) {
    rememberPlace('ada', path)
  }
  expect(recentPlaces('ada')).toEqual([])
})

test('twenty are kept for each account, whose name the browser does not keep', () => {
  for (let index = 0; index < 30; index += 1) rememberPlace('first-admin', `/buckets/b${index}`)
  expect(recentPlaces('first-admin')).toHaveLength(20)
  expect(recentPlaces('first-admin')[0]).toBe('/buckets/b29')
  expect(recentPlaces('ada')).toEqual([])
  expect([...kept.entries()].join()).not.toContain('admin')
})

test('what somebody else has written is ignored', () => {
  rememberPlace('ada', '/buckets/photos')
  const [[key = '', value = ''] = []] = kept
  kept.set(key, value.replace('"/buckets/photos"', '"https://elsewhere.example/",7,"/buckets/photos/../x"'))
  expect(recentPlaces('ada')).toEqual([])
  kept.set(key, 'not JSON')
  expect(recentPlaces('ada')).toEqual([])
})

test('nothing is kept of any account once somebody signs out', () => {
  rememberPlace('ada', '/users/anna')
  rememberPlace('bob', '/buckets/photos')
  forgetPlaces()
  expect([...kept]).toEqual([])
})
