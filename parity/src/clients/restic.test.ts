/** Backups by restic, which keeps its whole repository in a bucket. */
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { given, target } from '../target.ts'
import { succeed } from './daily/clients.ts'
import { filesIn, hashes, someFiles, writeFiles } from './daily/files.ts'
import { environment, runner } from './daily/run.ts'
import { clientProgram, isMissing } from './installed.ts'

const home = tempFolder('restic')
afterAll(home.remove)

test.skipIf(isMissing('restic'))(
  'restic backs up twice, checks all data, restores, and removes the older backup',
  async () => {
    const bucket = await given.bucket()
    const run = runner(clientProgram('restic'), {
      ...environment(home.path),
      RESTIC_REPOSITORY: `s3:${target.url}/${bucket}/repository`,
      RESTIC_PASSWORD: 'password',
    })
    const restic = (...args: string[]) => succeed(run, ['--no-cache', ...args])
    const files = someFiles()
    const folder = writeFiles(join(home.path, 'files'), files)

    await restic('init')
    await restic('backup', folder)
    const changes = { 'one.txt': 'changed', 'new.txt': 'new' }
    writeFiles(folder, changes)
    await restic('backup', folder)
    expect((await restic('check', '--read-data')).stdout).toContain('no errors were found')
    const restored = join(home.path, 'restored')
    await restic('restore', `latest:${folder}`, '--target', restored)
    expect(filesIn(restored)).toEqual(hashes({ ...files, ...changes }))
    const forgotten = await restic('forget', '--prune', '--keep-last', '1', '--json')
    expect(JSON.parse(forgotten.stdout.split('\n')[0] ?? '')).toMatchObject([{ keep: [{}], remove: [{}] }])
  },
)
