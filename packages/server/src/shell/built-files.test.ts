import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuiltFiles } from './built-files.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cooperage-built-files-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'assets', 'page-1.js'), 'one')
  await writeFile(join(root, 'assets', 'page-2.js'), 'two')
})
afterEach(() => rm(root, { recursive: true }))

test('finds all files that are requested together right after the start', async () => {
  const files = new BuiltFiles(root)
  const paths = ['/assets/page-1.js', '/assets/page-2.js', '/assets/page-1.js']

  const found = await Promise.all(paths.map((path) => files.find(path)))

  expect(found.map((file) => file?.isHashed)).toEqual([true, true, true])
})

test('does not serve a path outside the build, whatever it points at', async () => {
  await writeFile(join(root, 'index.html'), '<html>')
  const files = new BuiltFiles(join(root, 'assets'))

  for (const path of ['/../index.html', '/page-3.js', '/', '/%2e%2e/index.html']) {
    expect(await files.find(path)).toBeUndefined()
  }
})
