import { expect, test } from 'vitest'
import { mediaKind } from './media-kind.ts'

test('recognizes sound and video by type, then by name', () => {
  const files = [
    ['a.bin', 'Video/MP4'],
    ['a.mp4', 'audio/mp4'],
    ['A.MP4', 'application/octet-stream'],
    ['a.mp3', ''],
    ['mp4', ''],
    ['a.png', 'image/png'],
  ] as const
  const kinds = ['video', 'audio', 'video', 'audio', undefined, undefined]
  expect(files.map(([name, type]) => mediaKind(name, type))).toEqual(kinds)
})
