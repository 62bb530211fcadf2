/** The official client and encryption: `mc encrypt`, and encrypted copies. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mc, type McResult, missingProgram, startMcFor, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENCRYPTED, startEncryptingServer } from '../s3/encrypting-server.ts'
import { differs } from '../target.ts'

const missing = missingProgram('mc')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the official client. ${missing}`)
const { bucket: newBucket, get, head, put, server } = await startEncryptingServer()

let mc: Mc | undefined
const files = tempFolder('mc-encryption')
beforeAll(async () => {
  if (missing === undefined) mc = await startMcFor(server)
})
afterAll(() => {
  mc?.stop()
  files.remove()
})

async function runJson(...args: string[]): Promise<McResult> {
  if (mc === undefined) throw new Error('mc was not started')
  return mc.run(...args)
}

async function run(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runJson(...args)
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
}

describe.skipIf(missing !== undefined)('mc', () => {
  test('encrypt set, info and clear', async () => {
    const bucket = await newBucket()
    const none = await runJson('encrypt', 'info', `it/${bucket}`)
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      'mc: <ERROR> Unable to get encryption info. The server side encryption configuration was not found.\n',
    ])
    expect(await run('encrypt', 'set', 'sse-s3', `it/${bucket}`)).toContain('configuration has been set')
    expect(await run('encrypt', 'info', `it/${bucket}`)).toMatch(/sse-s3/i)
    const file = join(files.path, 'file')
    writeFileSync(file, 'from a file')
    await run('cp', file, `it/${bucket}/k`)
    expect(await get(bucket, 'k')).toMatchObject({ text: 'from a file', headers: ENCRYPTED })
    expect(await run('encrypt', 'clear', `it/${bucket}`)).toContain('cleared')
    await run('cp', file, `it/${bucket}/plain`)
    expect((await head(bucket, 'plain')).headers).not.toHaveProperty('x-amz-server-side-encryption')
    expect(await run('cat', `it/${bucket}/k`)).toBe('from a file')
  })

  test('encrypt set with a KMS key', async () => {
    const bucket = await newBucket()
    const { exitCode } = await runJson('encrypt', 'set', 'sse-kms', 'cooperage-key', `it/${bucket}`)
    expect(exitCode).toBe(differs({ engine: 1, minio: 0 }, 'the engine has no key management service'))
  })

  test('cp requests encryption, stat shows it, and a server-side copy applies it on request', async () => {
    const bucket = await newBucket()
    const file = join(files.path, 'file')
    writeFileSync(file, 'from a file')
    await run('cp', '--enc-s3', `it/${bucket}`, file, `it/${bucket}/k`)
    expect(await head(bucket, 'k')).toMatchObject({ status: 200, headers: ENCRYPTED })
    expect(await run('stat', `it/${bucket}/k`)).toMatch(/Encryption\s*: SSE-S3/)
    await run('cp', '--enc-s3', `it/${bucket}`, `it/${bucket}/k`, `it/${bucket}/copy`)
    expect(await get(bucket, 'copy')).toMatchObject({ text: 'from a file', headers: ENCRYPTED })
  })

  test('mirror downloads encrypted objects', async () => {
    const bucket = await newBucket()
    await put(bucket, 'a/k', 'sealed')
    await run('mirror', `it/${bucket}`, join(files.path, 'mirrored'))
    expect(await run('diff', `it/${bucket}`, join(files.path, 'mirrored'))).toBe('')
  })
})
