import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadRootCredentials, ROOT_CREDENTIALS_FILE } from './root-credentials.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cooperage-root-'))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, ROOT_CREDENTIALS_FILE)

test('a new folder gets generated credentials, which only its owner can read and a second start loads', async () => {
  const made = await loadRootCredentials(folder, undefined)
  expect(made).toMatchObject({
    created: true,
    accessKey: expect.stringMatching(/^[A-Z0-9]{20}$/),
    secretKey: expect.stringMatching(/^[A-Za-z0-9_-]{40}$/),
  })
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect(await readFile(path(), 'utf8')).toBe(`ACCESS_KEY=${made.accessKey}\nSECRET_KEY=${made.secretKey}\n`)
  expect(await loadRootCredentials(folder, undefined)).toEqual({ ...made, created: false })
})

test('given credentials are stored in a new folder and must match afterwards', async () => {
  const given = { accessKey: 'admin', secretKey: 'password = with signs' }
  expect(await loadRootCredentials(folder, given)).toEqual({ ...given, created: true })
  expect(await loadRootCredentials(folder, given)).toEqual({ ...given, created: false })
  expect(await loadRootCredentials(folder, undefined)).toMatchObject(given)
  await expect(loadRootCredentials(folder, { ...given, secretKey: 'another secret' })).rejects.toThrow(
    /not those of this data folder. Start without them .* or write the new ones into /,
  )
})

test.each([
  [{ accessKey: 'ab', secretKey: 'long-enough' }, /access key should have 3 to 128 characters/],
  [{ accessKey: 'a,b', secretKey: 'long-enough' }, /access key/],
  [{ accessKey: 'admin', secretKey: 'short' }, /secret key should have 8 to 128 characters/],
])('%j is no valid pair', async (given, sentence) => {
  await expect(loadRootCredentials(folder, given)).rejects.toThrow(sentence)
})

test('an invalid file is reported, not overwritten', async () => {
  await writeFile(path(), 'nothing\n')
  await expect(loadRootCredentials(folder, undefined)).rejects.toThrow(/should hold two lines/)
  expect(await readFile(path(), 'utf8')).toBe('nothing\n')
})
