import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { HEADLESS_SHELL } from './chromium.ts'
import { isImprovable, PROGRAMS } from './programs.ts'
import { ROOT } from './workspace.mjs'

/** In each Debian, however small. */
const ESSENTIAL = ['bash', 'id', 'mount', 'script', 'setpriv', 'sh', 'tar', 'umount', 'unshare']
/** Programs that are run by a literal name: `spawnSync('openssl', …)`. */
const CALL =
  /\b(?:spawn|spawnSync|execFile|execFileSync|startChild|brokerProgram|startBrokerProcess|runBrokerProgram)\(\s*'([\w-]+)'/g

test('every program that tests run by its name is in the table or in each Debian', () => {
  const known = new Set([
    ...ESSENTIAL,
    ...Object.keys(PROGRAMS),
    ...Object.values(PROGRAMS).flatMap(({ programs = [] }) => programs),
    'python3',
    // It comes with Node.
    'npm',
  ])
  const files = globSync('{packages,parity,e2e}/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
  const unknown = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    if (!/child_process|startChild|BrokerP/.test(source)) return []
    return [...source.matchAll(CALL)]
      .filter(([, name = '']) => !known.has(name))
      .map(([, name]) => `${name} in ${file}`)
  })
  expect(files.length).toBeGreaterThan(1000)
  expect(unknown).toEqual([])
})

test('what Debian has better is installed there, and nowhere else', () => {
  const debian = 'NAME="Debian GNU/Linux"\nID=debian\n'
  const ubuntu = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n'
  expect(isImprovable({ better: '/usr/bin/no-such-shell' }, debian)).toBe(true)
  expect(isImprovable({ better: '/usr/bin/no-such-shell' }, ubuntu)).toBe(false)
  expect(isImprovable({ better: process.execPath }, debian)).toBe(false)
  expect(isImprovable({}, debian)).toBe(false)
  expect(PROGRAMS.chromium.better).toBe(HEADLESS_SHELL)
})
