import { afterEach, expect, test, vi } from 'vitest'
import { renewInTurn } from './renew-in-turn.ts'

afterEach(() => vi.unstubAllGlobals())

/** A console whose sessions are numbered by their expiry, and the calls that it got. */
function stubConsole(): string[] {
  const calls: string[] = []
  let renewals = 0
  vi.stubGlobal('document', { baseURI: 'http://console.example/' })
  vi.stubGlobal('fetch', async (address: string | URL) => {
    const name = String(address).split('/').at(-1) ?? ''
    const response = name === 'renew' ? { renewed: true } : { expiresAt: `end ${renewals}` }
    calls.push(name)
    // As in a browser, another tab continues while this one waits.
    await Promise.resolve()
    if (name === 'renew') renewals++
    return Response.json(response)
  })
  return calls
}

test('if several tabs find their session ending at the same moment, one renews it', async () => {
  const calls = stubConsole()
  await Promise.all([renewInTurn('end 0'), renewInTurn('end 0'), renewInTurn('end 0')])
  expect(calls).toEqual(['session', 'renew', 'session', 'session'])
})

test('a browser without locks renews the session too', async () => {
  const calls = stubConsole()
  vi.stubGlobal('navigator', {})
  await renewInTurn('end 0')
  expect(calls).toEqual(['session', 'renew'])
})
