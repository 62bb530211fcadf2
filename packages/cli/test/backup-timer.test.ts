/** What the timer of systemd runs, with the command in place of an installed one. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEngine } from '@cooperage/engine'
import { tempFolder, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { cleanEnv, MAIN } from './cooperage.ts'

const UNIT = readFileSync(join(import.meta.dirname, '../../../deploy/systemd/cooperage-backup.service'), 'utf8')

/** The command of a unit as systemd reads it: `$$` and `%%` are a dollar and a percent sign. */
function script(): string {
  const [, quoted = ''] = /^ExecStart=\/bin\/sh -euc '(.*)'$/m.exec(UNIT) ?? []
  return quoted.replaceAll('$$', '$').replaceAll('%%', '%')
}

test('keeps the newest backups, each complete and checked, and removes what was interrupted', async () => {
  const folder = tempFolder('backup-timer')
  const [dataDir, backups, bin] = ['data', 'backups', 'bin'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(bin)
  writeFileSync(join(bin, 'cooperage'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 })
  mkdirSync(join(backups, '2026-01-01T023000Z', 'index.unfinished'), { recursive: true })
  mkdirSync(join(backups, 'of somebody else'))
  const env = {
    ...cleanEnv(),
    PATH: `${bin}:${process.env.PATH}`,
    COOPERAGE_DATA: dataDir,
    BACKUPS: backups,
    KEEP: '2',
  }
  const run = () => spawnSync('sh', ['-euc', script()], { env, encoding: 'utf8' })
  const names = () => readdirSync(backups).filter((name) => name.startsWith('2'))

  expect(run().status).not.toBe(0)
  expect(names()).toEqual([])
  const engine = await startEngine({ dataDir, log: () => undefined })
  await engine.store.createBucket('casks')
  const made: string[] = []
  for (let night = 0; night < 3; night++) {
    const { status, stdout, stderr } = run()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('No damage found.')
    made.push(names().at(-1) ?? '')
    // A folder is named after its second. Read after the run: the name is taken a moment after its start.
    const second = new Date().getSeconds()
    await waitUntil('the next second', () => new Date().getSeconds() !== second)
  }
  expect(names()).toEqual(made.slice(1))
  expect(readdirSync(backups)).toContain('of somebody else')
  await engine.close()
  folder.remove()
})

test('writes only where the unit allows it', () => {
  for (const name of ['COOPERAGE_DATA', 'BACKUPS']) {
    const [, path] = new RegExp(`${name}=(\\S+)`).exec(UNIT) ?? []
    expect(UNIT).toMatch(new RegExp(`^ReadWritePaths=-?${path}$`, 'm'))
  }
})
