/** `npm start`, which service managers and containers run: they send their signal to npm only. */
import { delimiter } from 'node:path'
import { startChild } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../scripts/workspace.mjs'
import { isRunning, Site } from './cooperage.ts'

let site: Site
beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

test.skipIf(process.platform === 'win32')('SIGTERM to npm alone ends the console and the engine cleanly', async () => {
  // npm adds the packaged Node to the path itself.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.endsWith('node_modules/.bin'))
  const npm = site.launch((env) =>
    startChild('npm', ['start'], { cwd: ROOT, env: { ...env, PATH: path.join(delimiter) } }),
  )
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
