import { compositeChecksum, createChecksum } from '@cooperage/wire'
import { crc32c } from '@cooperage/wire/crc32c'
import { expect, test } from 'vitest'
import { checksumOfParts, checksumText } from './checksum-text.ts'

test('equals the checksum of the storage server', () => {
  for (const bytes of [new Uint8Array(), new Uint8Array(32), new Uint8Array(32).fill(0xff)]) {
    const theirs = createChecksum('crc32c')
    theirs.update(bytes)
    expect(checksumText(crc32c(bytes))).toBe(theirs.base64())
  }
})

test('equals the checksum of the storage server for an object of parts', () => {
  const parts = ['yZRlqg==', 'AAAAAA==', '/////w==']
  expect(checksumOfParts(parts)).toBe(compositeChecksum('crc32c', parts))
})
