/** `npm start`, which service managers and containers run: they send their signal to npm only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Child, startChild } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/workspace.mjs'
import { isRunning, Site } from './cooperage.ts'

let site: Site
beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

/** As a user starts it: on the Node of the machine, which may be an older one; npm adds the packaged Node to the path itself. */
function npmStart(): Child {
  const isPackaged = (entry: string) =>
    entry.startsWith(join(ROOT, 'node_modules')) || entry.endsWith('node_modules/.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !isPackaged(entry))
  return site.launch((env) => startChild('npm', ['start'], { cwd: ROOT, env: { ...env, PATH: path.join(delimiter) } }))
}

/** Processes that a process has started, and those that they have started. */
function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name of the program, in parentheses, may have spaces.
        const [, parent] = /^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [[Number(name), Number(parent)] as const]
      } catch {
        return []
      }
    })
  const childrenOf = (one: number): number[] =>
    parents.filter(([, parent]) => parent === one).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}

test.skipIf(process.platform === 'win32')('SIGTERM to npm alone ends the console and the engine cleanly', async () => {
  const npm = npmStart()
  // It builds what isn't built.
  const url = await site.ready(npm, 240_000)
  const engine = site.engine()
  npm.process.kill('SIGTERM')
  await npm.ended
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  expect(await isRunning(engine)).toBe(false)
  // What a clean end removes.
  expect(() => site.engine()).toThrow()
  expect(npm.output()).toContain('Ending …')
})

test.skipIf(process.platform !== 'linux')(
  'npm leaves nothing but the console and the engine, on a Node that can run them',
  async () => {
    const npm = npmStart()
    await site.ready(npm, 240_000)
    const started = descendantsOf(npm.process.pid ?? 0)
    const programs = started.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' '))
    expect(started, programs.join('\n')).toHaveLength(2)
    expect(started[1]).toBe(site.engine().pid)
    // Neither a shell nor a Node that only waits for another.
    expect(new Set(started.map((pid) => readlinkSync(`/proc/${pid}/exe`))).size).toBe(1)
  },
)
