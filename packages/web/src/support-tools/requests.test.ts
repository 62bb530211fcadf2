import { afterEach, expect, test, vi } from 'vitest'
import { isBrokenOff } from '../shared/api/api-error.ts'
import { requestArchive } from './requests.ts'

afterEach(() => void vi.unstubAllGlobals())

const WANTED = { bucket: 'photos', path: 'a/xl.meta' }
const ARCHIVE = new Blob([Uint8Array.from([1]), new Uint8Array(32), 'encrypted'])

/** A console whose response has this body. */
function answer(read: () => Promise<Blob>): void {
  vi.stubGlobal('window', { location: { pathname: '/' } })
  vi.stubGlobal('document', { baseURI: 'http://console.example/' })
  vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, blob: read }))
}

test('an archive that arrived when its visitor canceled is no archive', async () => {
  answer(async () => ARCHIVE)
  const canceling = new AbortController()
  expect(await requestArchive(WANTED, canceling.signal)).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{72}$/) })
  answer(async () => {
    // It is complete, and what it contains is not read yet.
    queueMicrotask(() => canceling.abort())
    return ARCHIVE
  })
  await expect(requestArchive(WANTED, canceling.signal)).rejects.toMatchObject({ name: 'AbortError' })
})

test('an archive that breaks off is told from a refusal', async () => {
  answer(() => Promise.reject(new TypeError('network error')))
  const failure = await requestArchive(WANTED, new AbortController().signal).catch((error) => error)
  expect(isBrokenOff(failure)).toBe(true)
})
