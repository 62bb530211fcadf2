import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { NoArchive, readArchive } from './archive.ts'

test('the key is taken off the archive, and written after its checksum', async () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
  const { file, name, key: text } = await readArchive(new Blob([new Uint8Array([1]), key, 'encrypted']))
  expect(await file.text()).toBe('encrypted')
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32(key))
  expect(text).toBe(checksum.toString('hex') + Buffer.from(key).toString('hex'))
  expect(name).toBe(`inspect-data.${checksum.toString('hex')}.enc`)
})

test.each([[''], ['<Error/>'], ['\u0001short'], [`\u0002${'k'.repeat(32)}rest`]])('%j is no archive', async (sent) => {
  await expect(readArchive(new Blob([sent]))).rejects.toThrow(NoArchive)
})
