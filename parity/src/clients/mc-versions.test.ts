/** The official client and versions: history, undo, hidden and deleted versions. */
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { useMc } from './mc-session.ts'

const { feed, isMissing, json, run, tell } = useMc()

interface Listed {
  key: string
  versionId: string
  versionOrdinal: number
  isDeleteMarker?: boolean
}

async function versionedBucket(): Promise<string> {
  const bucket = await given.bucket()
  await run('version', 'enable', `it/${bucket}`)
  return bucket
}

const versionsOf = (path: string) => json<Listed>('ls', '--versions', '--recursive', path)

describe.skipIf(isMissing)('mc', () => {
  test('version enable, suspend and info', async () => {
    const bucket = await given.bucket()
    const status = async () => (await json('version', 'info', `it/${bucket}`))[0]?.versioning
    expect(await status()).toEqual({ status: '', MFADelete: '' })
    await run('version', 'enable', `it/${bucket}`)
    expect(await status()).toEqual({ status: 'Enabled', MFADelete: '' })
    await run('version', 'suspend', `it/${bucket}`)
    expect(await status()).toEqual({ status: 'Suspended', MFADelete: '' })
  })

  test('ls --versions shows the history of an object, newest first', async () => {
    const bucket = await versionedBucket()
    await feed('one', 'pipe', `it/${bucket}/d/k`)
    await feed('two', 'pipe', `it/${bucket}/d/k`)
    await run('rm', `it/${bucket}/d/k`)
    const listed = await versionsOf(`it/${bucket}`)
    expect(listed.map(({ key, versionOrdinal, isDeleteMarker }) => [key, versionOrdinal, isDeleteMarker])).toEqual([
      ['d/k', 3, true],
      ['d/k', 2, undefined],
      ['d/k', 1, undefined],
    ])
    expect(await json('ls', '--recursive', `it/${bucket}`)).toEqual([])
    expect(await run('cat', '--version-id', listed[2]?.versionId ?? '', `it/${bucket}/d/k`)).toBe('one')
  })

  test('undo reverts a deletion, then a write', async () => {
    const bucket = await versionedBucket()
    await feed('one', 'pipe', `it/${bucket}/k`)
    await feed('two', 'pipe', `it/${bucket}/k`)
    await run('rm', `it/${bucket}/k`)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
    expect(await run('undo', `it/${bucket}/k`)).toContain('Last delete of `k` is reverted.')
    expect(await run('cat', `it/${bucket}/k`)).toBe('two')
    expect(await run('undo', `it/${bucket}/k`)).toContain('Last upload of `k`')
    expect(await run('cat', `it/${bucket}/k`)).toBe('one')
  })

  test('cp of an old version makes it the latest', async () => {
    const bucket = await versionedBucket()
    await feed('one', 'pipe', `it/${bucket}/k`)
    const [first] = await versionsOf(`it/${bucket}`)
    await feed('two', 'pipe', `it/${bucket}/k`)
    await run('cp', '--version-id', first?.versionId ?? '', `it/${bucket}/k`, `it/${bucket}/k`)
    expect(await run('cat', `it/${bucket}/k`)).toBe('one')
    expect(await versionsOf(`it/${bucket}`)).toHaveLength(3)
  })

  test('rm of one version keeps the others', async () => {
    const bucket = await versionedBucket()
    for (const body of ['one', 'two', 'three']) await feed(body, 'pipe', `it/${bucket}/k`)
    const listed = await versionsOf(`it/${bucket}`)
    await run('rm', '--version-id', listed[1]?.versionId ?? '', `it/${bucket}/k`)
    expect((await versionsOf(`it/${bucket}`)).map(({ versionId }) => versionId)).toEqual([
      listed[0]?.versionId,
      listed[2]?.versionId,
    ])
  })

  test('rm --versions --recursive leaves nothing', async () => {
    const bucket = await versionedBucket()
    for (const key of ['a/1', 'a/2', 'b']) {
      await feed('x', 'pipe', `it/${bucket}/${key}`)
      await run('rm', `it/${bucket}/${key}`)
    }
    expect(await versionsOf(`it/${bucket}`)).toHaveLength(6)
    await run('rm', '--versions', '--recursive', '--force', `it/${bucket}`)
    expect(await versionsOf(`it/${bucket}`)).toEqual([])
    await run('rb', `it/${bucket}`)
  })

  test('rm --non-current keeps what is current', async () => {
    const bucket = await versionedBucket()
    for (const body of ['one', 'two', 'three']) await feed(body, 'pipe', `it/${bucket}/k`)
    await run('rm', '--versions', '--non-current', '--recursive', '--force', `it/${bucket}`)
    expect((await versionsOf(`it/${bucket}`)).map(({ key }) => key)).toEqual(['k'])
    expect(await run('cat', `it/${bucket}/k`)).toBe('three')
  })

  test('rb rejects a bucket with hidden versions, rb --force removes it with them', async () => {
    const bucket = await versionedBucket()
    await feed('one', 'pipe', `it/${bucket}/k`)
    await run('rm', `it/${bucket}/k`)
    expect((await tell('rb', `it/${bucket}`)).stderr).toContain('is not empty')
    await run('rb', '--force', `it/${bucket}`)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
  })

  test('tag of one version does not affect the others', async () => {
    const bucket = await versionedBucket()
    await feed('one', 'pipe', `it/${bucket}/k`)
    const [first] = await versionsOf(`it/${bucket}`)
    await feed('two', 'pipe', `it/${bucket}/k`)
    await run('tag', 'set', '--version-id', first?.versionId ?? '', `it/${bucket}/k`, 'old=yes')
    expect(await json('tag', 'list', '--version-id', first?.versionId ?? '', `it/${bucket}/k`)).toMatchObject([
      { tagset: { old: 'yes' } },
    ])
    expect(await run('tag', 'list', `it/${bucket}/k`)).toContain('No tags found')
  })
})
