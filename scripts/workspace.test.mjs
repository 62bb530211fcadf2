import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { isFull, isStamped, ROOT, sourcesHash, WEB_SOURCES } from './workspace.mjs'

test('the web is built from everything that its sources bundle from elsewhere in the checkout', () => {
  const reached = new Set()
  for (const file of globSync('packages/web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (file.includes('.test.')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, path] of text.matchAll(/(?:from|import|glob[^(]*)\s*\(?\s*'(\.[^']*)'/g)) {
      const target = relative(ROOT, join(ROOT, dirname(file), path))
      if (!target.startsWith('packages/web/'))
        reached.add(target.includes('*') ? target.split('/*')[0] : dirname(target))
    }
  }
  expect([...reached]).toEqual(['docs/guide'])
  for (const folder of reached) expect(WEB_SOURCES).toContain(folder)
})

test('a changed page of the guide makes the build stale, a test does not', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-'))
  try {
    const write = (name, text) => writeFileSync(join(root, name), text)
    mkdirSync(join(root, 'docs/guide'), { recursive: true })
    write('package-lock.json', '{}')
    write('docs/guide/objects.md', 'before')
    const hash = () => sourcesHash(['docs/guide'], root)
    const before = hash()
    write('docs/guide/objects.test.ts', '')
    expect(hash()).toBe(before)
    write('docs/guide/objects.md', 'after')
    expect(hash()).not.toBe(before)
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('what was installed or built to start is not enough to test', () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-'))
  try {
    const stamp = join(root, 'stamp')
    const states = () => [isStamped(stamp, 'hash', true), isStamped(stamp, 'hash', false), isFull(stamp)]
    expect(states()).toEqual([false, false, false])
    writeFileSync(stamp, 'to start hash')
    expect(states()).toEqual([true, false, false])
    writeFileSync(stamp, 'hash')
    expect(states()).toEqual([true, true, true])
    writeFileSync(stamp, 'to start another hash')
    expect(states()).toEqual([false, false, false])
    writeFileSync(stamp, 'another hash')
    expect(states()).toEqual([false, false, true])
  } finally {
    rmSync(root, { recursive: true })
  }
})
