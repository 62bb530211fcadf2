/** The official client and objects: streams, moves, comparisons, searches, tags, sharing. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendUrl } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { useMc } from './mc-session.ts'

const { feed, folder, isMissing, json, run, tell } = useMc()

interface Listed {
  key: string
  size: number
}

const keysOf = async (path: string) => (await json<Listed>('ls', '--recursive', path)).map(({ key }) => key)

describe.skipIf(isMissing)('mc', () => {
  test('pipe stores its input, cat and head return it', async () => {
    const bucket = await given.bucket()
    await feed('first\nsecond\nthird\n', 'pipe', '--attr', 'colour=green', `it/${bucket}/lines`)
    expect(await run('cat', `it/${bucket}/lines`)).toBe('first\nsecond\nthird\n')
    expect(await run('cat', '--offset', '6', `it/${bucket}/lines`)).toBe('second\nthird\n')
    expect(await run('head', '--lines', '2', `it/${bucket}/lines`)).toBe('first\nsecond\n')
    expect((await request({ method: 'HEAD', bucket, key: 'lines' })).headers['x-amz-meta-colour']).toBe('green')
  })

  test('put and get transfer a file', async () => {
    const bucket = await given.bucket()
    const [there, back] = [join(folder, 'there'), join(folder, 'back')]
    writeFileSync(there, Buffer.alloc(17 << 20, 'seventeen '))
    await run('put', '--part-size', '5MiB', there, `it/${bucket}/k`)
    await run('get', `it/${bucket}/k`, back)
    expect(readFileSync(back).equals(readFileSync(there))).toBe(true)
  })

  test('cp between buckets keeps metadata and tags', async () => {
    const [from, to] = [await given.bucket(), await given.bucket()]
    await given.object(from, 'a/ünï', 'text', { 'content-type': 'text/css', 'x-amz-meta-x': '1' })
    await given.object(from, 'b', 'text')
    await run('cp', '--recursive', `it/${from}/`, `it/${to}/`)
    expect(await keysOf(`it/${to}`)).toEqual(['a/ünï', 'b'])
    const { headers } = await request({ method: 'HEAD', bucket: to, key: 'a/ünï' })
    expect([headers['content-type'], headers['x-amz-meta-x']]).toEqual(['text/css', '1'])
  })

  test('mv moves, within the server and to the disk', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'old', 'text')
    await run('mv', `it/${bucket}/old`, `it/${bucket}/new`)
    expect(await keysOf(`it/${bucket}`)).toEqual(['new'])
    const file = join(folder, 'moved')
    await run('mv', `it/${bucket}/new`, file)
    expect([readFileSync(file, 'utf8'), await keysOf(`it/${bucket}`)]).toEqual(['text', []])
  })

  test('mirror syncs a folder to a bucket and back', async () => {
    const bucket = await given.bucket()
    const source = join(folder, 'mirror')
    for (const name of ['one', 'sub/two', 'sub/ünï +%']) {
      mkdirSync(join(source, name, '..'), { recursive: true })
      writeFileSync(join(source, name), name)
    }
    await run('mirror', source, `it/${bucket}/here`)
    expect(await keysOf(`it/${bucket}`)).toEqual(['here/one', 'here/sub/two', 'here/sub/ünï +%'])
    rmSync(join(source, 'sub', 'two'))
    writeFileSync(join(source, 'one'), 'changed')
    await run('mirror', '--overwrite', '--remove', source, `it/${bucket}/here`)
    expect(await keysOf(`it/${bucket}`)).toEqual(['here/one', 'here/sub/ünï +%'])
    expect(await run('cat', `it/${bucket}/here/one`)).toBe('changed')
    const back = join(folder, 'mirror-back')
    await run('mirror', `it/${bucket}/here`, back)
    expect(readdirSync(back, { recursive: true }).sort()).toEqual(['one', 'sub', 'sub/ünï +%'])
  })

  test('diff lists the differences between two buckets', async () => {
    const [left, right] = [await given.bucket(), await given.bucket()]
    await given.object(left, 'both', 'same')
    await given.object(right, 'both', 'same')
    await given.object(left, 'only-left')
    await given.object(right, 'only-right')
    await given.object(left, 'size', 'long text')
    await given.object(right, 'size', 'short')
    const lines = await run('diff', `it/${left}`, `it/${right}`)
    expect(lines).toMatch(/^< .*only-left$/m)
    expect(lines).toMatch(/^> .*only-right$/m)
    expect(lines).toMatch(/^! .*size$/m)
    expect(lines).not.toContain('both')
  })

  test('find searches by name, size, metadata and tags', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/one.txt', 'text', { 'x-amz-meta-colour': 'green' })
    await given.object(bucket, 'a/two.jpg', 'x'.repeat(2048))
    await run('tag', 'set', `it/${bucket}/a/two.jpg`, 'kind=picture')
    const find = async (...args: string[]) => (await run('find', `it/${bucket}`, ...args)).trim().split('\n')
    expect(await find('--name', '*.txt')).toEqual([`it/${bucket}/a/one.txt`])
    expect(await find('--larger', '1KiB')).toEqual([`it/${bucket}/a/two.jpg`])
    expect(await find('--metadata', 'Colour=green')).toEqual([`it/${bucket}/a/one.txt`])
    expect(await find('--tags', 'kind=pic')).toEqual([`it/${bucket}/a/two.jpg`])
  })

  test('tag sets, lists and removes tags of an object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    await run('tag', 'set', `it/${bucket}/k`, 'a=1&b=two words')
    expect(await json('tag', 'list', `it/${bucket}/k`)).toMatchObject([{ tagset: { a: '1', b: 'two words' } }])
    await run('tag', 'remove', `it/${bucket}/k`)
    expect(await run('tag', 'list', `it/${bucket}/k`)).toContain('No tags found')
  })

  test('share download creates a public link', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a b/ü', 'shared')
    const [shared] = await json<{ share: string }>('share', 'download', '--expire', '1h', `it/${bucket}/a b/ü`)
    expect(await sendUrl(new URL(shared?.share ?? ''))).toMatchObject({ status: 200, text: 'shared' })
  })

  test('share upload creates a public upload form, as a curl command', async () => {
    const bucket = await given.bucket()
    const [shared] = await json<{ share: string }>('share', 'upload', '--expire', '1h', `it/${bucket}/k`)
    const [command = '', ...fields] = (shared?.share ?? '').split(' -F ')
    const form = new FormData()
    for (const field of fields) {
      const [name = '', value = ''] = field.split(/=(.*)/s)
      form.append(name, value === '@<FILE>' ? new Blob(['uploaded']) : value)
    }
    const response = await fetch(command.replace('curl ', ''), { method: 'POST', body: form })
    expect([response.status, await run('cat', `it/${bucket}/k`)]).toEqual([204, 'uploaded'])
  })

  test('stat of a folder shows every object in it', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/1', 'one')
    await given.object(bucket, 'a/2', 'three')
    const stats = await json<{ name: string; size: number }>('stat', '--recursive', `it/${bucket}/a/`)
    expect(stats.map(({ size }) => size)).toEqual([3, 5])
  })

  test('tree draws folders', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/1')
    await given.object(bucket, 'b')
    expect(await run('tree', '--files', `it/${bucket}`)).toBe(`it/${bucket}\n├─ b\n└─ a\n   └─ 1\n`)
  })

  test('ls --incomplete finds an incomplete upload, rm --incomplete aborts it', async () => {
    const bucket = await given.bucket()
    await request({ method: 'POST', bucket, key: 'left', query: { uploads: '' } })
    expect(await json('ls', '--incomplete', `it/${bucket}/left`)).toMatchObject([{ key: 'left' }])
    await run('rm', '--incomplete', '--recursive', '--force', `it/${bucket}/left`)
    expect(await json('ls', '--incomplete', `it/${bucket}/left`)).toEqual([])
  })

  test('reports a missing object, with exit code 1', async () => {
    const bucket = await given.bucket()
    const { exitCode, stderr } = await tell('stat', `it/${bucket}/missing`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Object does not exist')])
  })
})
