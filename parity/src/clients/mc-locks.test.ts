/** The official client and locks: retention, legal holds, and deletion of locked versions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { given } from '../target.ts'
import { useMc } from './mc-session.ts'

const { feed, folder, isMissing, json, run, tell } = useMc()

async function lockedBucket(): Promise<string> {
  const bucket = uniqueName('parity')
  await run('mb', '--with-lock', `it/${bucket}`)
  return bucket
}

const WORM = 'WORM protected and cannot be overwritten'
const firstOf = async (...args: string[]) => (await json(...args))[0]
const retentionOf = async (path: string, ...more: string[]) => (await firstOf('retention', 'info', ...more, path))?.mode
const holdOf = async (path: string, ...more: string[]) => (await firstOf('legalhold', 'info', ...more, path))?.legalhold
const versionsOf = (path: string) => json<{ versionId: string }>('ls', '--versions', '--recursive', path)

describe.skipIf(isMissing)('mc', () => {
  test('mb --with-lock creates a bucket whose versioning cannot be suspended', async () => {
    const bucket = await lockedBucket()
    expect(await firstOf('version', 'info', `it/${bucket}`)).toMatchObject({ versioning: { status: 'Enabled' } })
    expect((await tell('version', 'suspend', `it/${bucket}`)).stderr).toContain('versioning cannot be suspended')
    expect(await firstOf('stat', `it/${bucket}`)).toMatchObject({ ObjectLock: { enabled: 'Enabled' } })
  })

  test('retention set, info and clear --default', async () => {
    const bucket = await lockedBucket()
    const info = () => firstOf('retention', 'info', '--default', `it/${bucket}`)
    expect(await info()).toMatchObject({ enabled: 'Enabled', mode: '' })
    await run('retention', 'set', '--default', 'GOVERNANCE', '3d', `it/${bucket}`)
    expect(await info()).toMatchObject({ enabled: 'Enabled', mode: 'GOVERNANCE', validity: '3DAYS' })
    await run('retention', 'set', '--default', 'COMPLIANCE', '2y', `it/${bucket}`)
    expect(await info()).toMatchObject({ mode: 'COMPLIANCE', validity: '2YEARS' })
    await run('retention', 'clear', '--default', `it/${bucket}`)
    expect(await info()).toMatchObject({ enabled: 'Enabled', mode: '' })
  })

  test('retention set --default of a bucket without object lock is rejected', async () => {
    const bucket = await given.bucket()
    const { stderr } = await tell('retention', 'set', '--default', 'GOVERNANCE', '3d', `it/${bucket}`)
    expect(stderr).toContain('does not support locking')
  })

  test('retention set, info and clear of an object', async () => {
    const bucket = await lockedBucket()
    const path = `it/${bucket}/d/k`
    await feed('one', 'pipe', path)
    expect(await retentionOf(path)).toBe('')
    await run('retention', 'set', 'GOVERNANCE', '2d', path)
    expect(await retentionOf(path)).toBe('GOVERNANCE')
    expect((await tell('retention', 'set', 'GOVERNANCE', '1d', path)).stderr).toContain(WORM)
    await run('retention', 'set', '--bypass', 'GOVERNANCE', '1d', path)
    await run('retention', 'clear', path)
    expect(await retentionOf(path)).toBe('')
  })

  test('compliance retention cannot be cleared', async () => {
    const bucket = await lockedBucket()
    const path = `it/${bucket}/k`
    await feed('one', 'pipe', path)
    await run('retention', 'set', 'COMPLIANCE', '1d', path)
    await tell('retention', 'clear', path)
    await tell('retention', 'set', '--bypass', 'GOVERNANCE', '1d', path)
    expect(await retentionOf(path)).toBe('COMPLIANCE')
  })

  test('retention set --recursive and --versions', async () => {
    const bucket = await lockedBucket()
    for (const key of ['d/a', 'd/b']) for (const body of ['one', 'two']) await feed(body, 'pipe', `it/${bucket}/${key}`)
    await run('retention', 'set', '--recursive', '--versions', 'GOVERNANCE', '1d', `it/${bucket}/d/`)
    for (const key of ['d/a', 'd/b']) {
      const versions = await versionsOf(`it/${bucket}/${key}`)
      expect(versions).toHaveLength(2)
      for (const { versionId } of versions) {
        expect(await retentionOf(`it/${bucket}/${key}`, '--version-id', versionId)).toBe('GOVERNANCE')
      }
    }
  })

  test('legalhold set, info and clear, even of one version', async () => {
    const bucket = await lockedBucket()
    const path = `it/${bucket}/k`
    await feed('one', 'pipe', path)
    const [first] = await versionsOf(path)
    await feed('two', 'pipe', path)
    const old = ['--version-id', first?.versionId ?? '']
    await run('legalhold', 'set', ...old, path)
    expect([await holdOf(path, ...old), await holdOf(path)]).toEqual(['ON', ''])
    await run('legalhold', 'clear', ...old, path)
    expect(await holdOf(path, ...old)).toBe('OFF')
  })

  test('cp copies retention and legal hold, and stat shows them', async () => {
    const bucket = await lockedBucket()
    const path = `it/${bucket}/k`
    const file = join(folder, 'locked.txt')
    writeFileSync(file, 'text')
    await run('cp', '--retention-mode', 'governance', '--retention-duration', '2d', '--legal-hold', 'on', file, path)
    expect(await firstOf('stat', path)).toMatchObject({
      metadata: {
        'X-Amz-Object-Lock-Mode': 'GOVERNANCE',
        'X-Amz-Object-Lock-Legal-Hold': 'ON',
        'X-Amz-Object-Lock-Retain-Until-Date': expect.any(String),
      },
    })
  })

  test('rm hides a locked object, and removes its versions only with --bypass', async () => {
    const bucket = await lockedBucket()
    const path = `it/${bucket}/k`
    await feed('one', 'pipe', path)
    await run('retention', 'set', 'GOVERNANCE', '1d', path)
    await run('rm', path)
    expect(await versionsOf(path)).toHaveLength(2)
    const refused = await tell('rm', '--versions', '--force', path)
    expect(refused.stdout + refused.stderr).toContain(WORM)
    await run('rm', '--versions', '--force', '--bypass', path)
    expect(await versionsOf(path)).toEqual([])
  })

  test('rb --force fails on locked versions', async () => {
    const bucket = await lockedBucket()
    await feed('one', 'pipe', `it/${bucket}/k`)
    await run('legalhold', 'set', `it/${bucket}/k`)
    const refused = await tell('rb', '--force', `it/${bucket}`)
    expect(refused.stdout + refused.stderr).toContain(WORM)
    expect(await run('cat', `it/${bucket}/k`)).toBe('one')
  })
})
