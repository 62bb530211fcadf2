import { IconFile, IconFileZip, IconPhoto } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { fileIcon } from './file-icon.ts'

test('the icon of a file is that of its kind, by its extension', () => {
  expect(fileIcon('a/b.JPG')).toBe(IconPhoto)
  expect(fileIcon('backup.tar.gz')).toBe(IconFileZip)
  for (const other of ['README', 'photos.jpg/README', 'a.unknown', 'jpg', 'jpg/x', '.', '__proto__.constructor']) {
    expect(fileIcon(other), other).toBe(IconFile)
  }
})
