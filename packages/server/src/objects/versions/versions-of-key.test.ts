import { expect, test } from 'vitest'
import { versionedStorage } from '../../../test/objects/versioned-storage.ts'
import { versionsOfKey } from './versions-of-key.ts'

/** Lists the key `a`, which has `count` versions, beside thousands of other keys that start with it. */
async function listed(count: number) {
  const others = Array.from({ length: 5_000 }, (_, at) => `a${at}`)
  const { storage, sent } = await versionedStorage([...Array<string>(count).fill('a'), ...others])
  let versions = 0
  for await (const page of versionsOfKey(storage, 'b', 'a')) versions += page.length
  return { versions, sent }
}

test('lists few others if thousands of keys start with the same characters', async () => {
  expect(await listed(3)).toEqual({ versions: 3, sent: [16] })
  expect(await listed(0)).toEqual({ versions: 0, sent: [16] })
})

test('lists all versions of a key, however many it has', async () => {
  expect((await listed(16)).versions).toBe(16)
  expect((await listed(2_500)).versions).toBe(2_500)
})
