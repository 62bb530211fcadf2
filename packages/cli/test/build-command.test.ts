import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, tempFolder } from '@cooperage/testkit'
import { expect, test } from 'vitest'

const BUILD = join(import.meta.dirname, '..', 'build', 'build-command.ts')

test('keeps the latest previous builds for running processes, and removes the marker of their sources', async () => {
  const { path, remove } = tempFolder('command')
  for (const age of [1, 2, 3, 4, 5, 6]) {
    const build = join(path, `older-${age}`)
    mkdirSync(build)
    writeFileSync(join(build, 'md5-thread.js'), '')
    const at = new Date(Date.now() - age * 60_000)
    utimesSync(build, at, at)
  }
  for (const name of ['.built-from', 'chunk-of-long-ago.js']) writeFileSync(join(path, name), '')

  const child = startChild(process.execPath, [BUILD, path])
  expect(await child.ended, child.output()).toBe(0)
  const [, latest = ''] = /'\.\/(\w+)\/cooperage\.js'/.exec(readFileSync(join(path, 'cooperage.js'), 'utf8')) ?? []
  expect(readFileSync(join(path, 'engine-process.js'), 'utf8')).toContain(`./${latest}/engine-process.js`)
  const kept = [1, 2, 3, 4].map((age) => `older-${age}`)
  expect(readdirSync(path).sort()).toEqual([...kept, latest, 'cooperage.js', 'engine-process.js'].sort())
  for (const name of kept) expect(readdirSync(join(path, name))).toEqual(['md5-thread.js'])
  const programs = ['check-process.js', 'cooperage.js', 'engine-process.js', 'md5-thread.js']
  expect(readdirSync(join(path, latest))).toEqual(expect.arrayContaining(programs))
  // V8 keeps a script with any other character in twice the memory.
  const scripts = readdirSync(join(path, latest)).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => /\P{ASCII}/u.test(readFileSync(join(path, latest, name), 'utf8')))).toEqual([])
  remove()
})
