import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { commandOf, failureOf, isFull, isStamped, ROOT, sourcesHash, WEB_SOURCES, withAddresses } from './workspace.mjs'

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

test('a lockfile gets the address of each package that comes from a registry', () => {
  const packages = {
    '': { version: '1.0.0' },
    'packages/web': { version: '1.0.0' },
    'node_modules/@cooperage/web': { resolved: 'packages/web', link: true },
    'node_modules/ajv': { version: '8.1.0' },
    'node_modules/ajv/node_modules/@scope/uri': { version: '2.0.0-rc.1' },
    'node_modules/alias': { name: '@other/name', version: '3.0.0' },
  }
  const before = structuredClone(packages)
  const addressed = withAddresses({ lockfileVersion: 3, packages }, 'https://example.com/npm/')
  const resolved = Object.values(addressed.packages).map((entry) => entry.resolved)
  expect(resolved).toEqual([
    undefined,
    undefined,
    'packages/web',
    'https://example.com/npm/ajv/-/ajv-8.1.0.tgz',
    'https://example.com/npm/@scope/uri/-/uri-2.0.0-rc.1.tgz',
    'https://example.com/npm/@other/name/-/name-3.0.0.tgz',
  ])
  expect(addressed.lockfileVersion).toBe(3)
  expect(packages).toEqual(before)
})

test('the address of a registry needs no slash at its end, and has no password in the lockfile', () => {
  const lockfile = { packages: { 'node_modules/ajv': { version: '8.1.0' } } }
  for (const registry of ['https://example.com/api/npm', 'https://example.com/api/npm/']) {
    expect(withAddresses(lockfile, registry)?.packages['node_modules/ajv'].resolved).toBe(
      'https://example.com/api/npm/ajv/-/ajv-8.1.0.tgz',
    )
  }
  for (const user of ['ann:secret', 'ann']) {
    expect(withAddresses(lockfile, `https://${user}@example.com/`)).toBeUndefined()
  }
  expect(() => withAddresses(lockfile, 'undefined')).toThrow(TypeError)
})

test('on Windows only the packaged Node runs in a shell, quoted', () => {
  const bundled = 'C:\\a clone\\node_modules\\.bin\\node.cmd'
  expect(commandOf(bundled, ['a b.ts'], 'win32')).toEqual([`"${bundled}"`, ['"a b.ts"'], { shell: true }])
  expect(commandOf(process.execPath, ['a b.ts'], 'win32')).toEqual([process.execPath, ['a b.ts'], { shell: false }])
  expect(commandOf('/a b/node', ['a b.ts'], 'linux')).toEqual(['/a b/node', ['a b.ts'], { shell: false }])
})

test('says why a build failed', () => {
  const outcomes = [
    { status: 0, signal: null },
    { status: 1, signal: null },
    { status: null, signal: 'SIGKILL' },
  ]
  expect([...outcomes, { error: new Error('spawn EAGAIN'), status: null, signal: null }].map(failureOf)).toEqual([
    undefined,
    '; the output above says why.',
    ': it was ended by SIGKILL, as the system does when memory runs out. Start again.',
    ': spawn EAGAIN.',
  ])
})
