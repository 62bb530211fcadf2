import { afterEach, expect, test, vi } from 'vitest'
import { withBase } from '../navigation/navigation.ts'
import { rememberReturn, takeReturn } from './return-after-sso.ts'

/** The session storage of a tab, and the address of its document. */
function openTab(base: string): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('document', { baseURI: `https://nas${base}` })
}
afterEach(() => vi.unstubAllGlobals())

test('the page is remembered once', () => {
  openTab('/')
  rememberReturn('/users')
  expect([takeReturn(), takeReturn()]).toEqual(['/users', '/'])
  rememberReturn('/users')
  rememberReturn(undefined)
  expect(takeReturn()).toBe('/')
})

test.each(['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '\\\\evil.example', '/\\evil.example'])(
  'a remembered %s leads to a page of this console',
  (path) => {
    openTab('/')
    rememberReturn(path)
    expect(new URL(withBase(takeReturn()), 'https://nas/').origin).toBe('https://nas')
  },
)
