/** Cached code runs unchecked, so the cache must be writable by its owner only. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, tempFolder } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanEnv, MAIN } from './cooperage.ts'

let home: ReturnType<typeof tempFolder>
beforeEach(() => {
  home = tempFolder('compile-cache')
})
afterEach(() => home.remove())

const cache = (...path: string[]) => join(home.path, 'cache', 'cooperage', 'compiled', ...path)

/** Runs the command, which writes its compile cache on exit. */
async function run(): Promise<void> {
  const env = {
    ...cleanEnv(),
    XDG_CACHE_HOME: join(home.path, 'cache'),
    TMPDIR: home.path,
    // A cache set for the tests would replace the command's.
    NODE_COMPILE_CACHE: undefined,
  }
  const child = startChild(process.execPath, [MAIN, '--help'], { env })
  expect(await child.ended).toBe(0)
  expect(child.output()).toContain('--storage-port')
  expect(existsSync(join(home.path, 'node-compile-cache'))).toBe(false)
}

test('is kept in a folder that only its owner can access', async () => {
  await run()
  expect(statSync(cache()).mode & 0o777).toBe(0o700)
  expect(readdirSync(cache())).not.toEqual([])
})

test('restricts an existing folder that others can enter', async () => {
  mkdirSync(cache(), { recursive: true })
  chmodSync(cache(), 0o755)
  await run()
  expect(statSync(cache()).mode & 0o777).toBe(0o700)
})

test.each(['cache', join('cache', 'cooperage'), join('cache', 'cooperage', 'compiled')])(
  'is not written if others can write to %s',
  async (folder) => {
    mkdirSync(cache(), { recursive: true })
    chmodSync(join(home.path, folder), 0o777)
    await run()
    expect(readdirSync(cache())).toEqual([])
  },
)

test('is not written through a link to a folder that others can write to', async () => {
  const shared = join(home.path, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  mkdirSync(join(home.path, 'cache', 'cooperage'), { recursive: true })
  symlinkSync(shared, cache())
  await run()
  expect(readdirSync(shared)).toEqual([])
})
