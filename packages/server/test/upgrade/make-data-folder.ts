/**
 * Writes what the test of upgrades begins with: a data folder, packed, and what it contains. Run it once for each release, with
 * its code, then `npm run format`, and commit both files: `node packages/server/test/upgrade/make-data-folder.ts`
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { backupFolder } from '@cooperage/engine/backup'
import packageJson from '../../package.json' with { type: 'json' }
import { describeFolder, fillFolder, openFolder } from './filled-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'cooperage-release-'))
const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
const name = join(import.meta.dirname, `data-folder-${packageJson.version}`)
try {
  const open = await openFolder(data, Date.now)
  await fillFolder(open)
  const isDone = async () => {
    const jobs = (await open.user.get('/api/v1/jobs')).json as { status: string }[]
    return jobs.every(({ status }) => status === 'done')
  }
  while (!(await isDone())) await delay(50)
  const content = { writtenAt: Date.now(), content: await describeFolder(open) }
  await open.close()
  await backupFolder(data, copy)
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name']
  const { status, stderr } = spawnSync('tar', [...owner, '-C', copy, '-czf', `${name}.tar.gz`, '.'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  writeFileSync(`${name}.json`, `${JSON.stringify(content, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
