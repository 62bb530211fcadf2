/** The official client, unmodified. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { given, request, target } from '../target.ts'
import { useMc } from './mc-session.ts'

const { folder: files, isMissing, run, tell } = useMc()

describe.skipIf(isMissing)('mc', () => {
  test('mb creates a bucket, rb deletes it', async () => {
    const bucket = uniqueName()
    await run('mb', `it/${bucket}`)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(200)
    expect(await run('ls', 'it')).toContain(`${bucket}/`)
    await run('rb', `it/${bucket}`)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
  })

  test('cp uploads and downloads a file', async () => {
    const bucket = await given.bucket()
    const path = join(files, 'odd näme (1).txt')
    writeFileSync(path, 'carried')
    await run('cp', path, `it/${bucket}/`)
    expect(await run('cat', `it/${bucket}/odd näme (1).txt`)).toBe('carried')
    await run('cp', `it/${bucket}/odd näme (1).txt`, `${path}.back`)
    expect(readFileSync(`${path}.back`, 'utf8')).toBe('carried')
  })

  test('cp uploads a file in several parts', async () => {
    const bucket = await given.bucket()
    const path = join(files, 'large')
    const body = Buffer.alloc(20 << 20, 'twenty mebibytes ')
    writeFileSync(path, body)
    await run('cp', path, `it/${bucket}/large`)
    await run('cp', `it/${bucket}/large`, `${path}.back`)
    expect(readFileSync(`${path}.back`).equals(body)).toBe(true)
  })

  test('cp --recursive uploads a folder, ls lists it, rm --recursive removes it', async () => {
    const bucket = await given.bucket()
    const folder = join(files, 'tree')
    for (const name of ['one', 'sub/two', 'sub/deep/three']) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), name)
    }
    await run('cp', '--recursive', `${folder}/`, `it/${bucket}/tree/`)
    const names = (await run('ls', '--recursive', '--json', `it/${bucket}`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).key)
    expect(names).toEqual(['tree/one', 'tree/sub/deep/three', 'tree/sub/two'])
    expect(await run('ls', `it/${bucket}/tree/`)).toMatch(/one[\s\S]*sub\//)
    await run('rm', '--recursive', '--force', `it/${bucket}/tree/sub`)
    expect(JSON.parse(await run('ls', '--recursive', '--json', `it/${bucket}`)).key).toBe('tree/one')
  })

  test('stat shows an object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k.txt', 'four', { 'content-type': 'text/plain' })
    const stat = JSON.parse(await run('stat', '--json', `it/${bucket}/k.txt`))
    expect(stat).toMatchObject({ size: 4, type: 'file', metadata: { 'Content-Type': 'text/plain' } })
  })

  test('rm removes one object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    await run('rm', `it/${bucket}/k`)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('reports a missing object', async () => {
    const { exitCode, stderr } = await tell('cat', `it/${uniqueName()}/k`)
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/does not exist/)
  })

  test('admin info shows that the server is up', async () => {
    const info = JSON.parse(await run('admin', 'info', '--json', 'it'))
    expect(info).toMatchObject({ status: 'success', info: { mode: 'online' } })
    expect(await run('admin', 'info', 'it')).toContain(`${new URL(target.url).host}\n   Uptime: `)
  })

  test('du adds up', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/1', '12345')
    await given.object(bucket, 'b', '123')
    expect(JSON.parse(await run('du', '--json', `it/${bucket}`))).toMatchObject({ size: 8, objects: 2 })
  })

  test('mirror syncs a folder, even with unusual names', async () => {
    const [from, to] = [await given.bucket(), join(files, 'mirrored')]
    await given.object(from, 'ünï/with space+plus', 'x')
    await run('mirror', `it/${from}`, to)
    expect(readFileSync(join(to, 'ünï', 'with space+plus'), 'utf8')).toBe('x')
  })
})
