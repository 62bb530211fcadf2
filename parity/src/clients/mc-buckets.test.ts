/** The official client and buckets: access, tags, CORS, server information. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendUrl, texts } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'
import { useMc } from './mc-session.ts'

const { folder, isMissing, json, run, tell } = useMc()

const anonymously = async (method: string, path: string) =>
  (await sendUrl(new URL(path, target.url), { method, ...(method === 'PUT' ? { body: 'x' } : {}) })).status

describe.skipIf(isMissing)('mc', () => {
  test.each([
    ['download', { GET: 200, PUT: 403, list: 200 }],
    ['upload', { GET: 403, PUT: 200, list: 403 }],
    ['public', { GET: 200, PUT: 200, list: 200 }],
    ['private', { GET: 403, PUT: 403, list: 403 }],
  ])('anonymous set %s grants exactly that', async (permission, expected) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    await run('anonymous', 'set', permission, `it/${bucket}`)
    expect(await run('anonymous', 'get', `it/${bucket}`)).toContain(`is \`${permission}\``)
    expect({
      GET: await anonymously('GET', `/${bucket}/k`),
      PUT: await anonymously('PUT', `/${bucket}/new`),
      list: await anonymously('GET', `/${bucket}?list-type=2`),
    }).toEqual(expected)
  })

  test('anonymous links lists public objects', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'open/k')
    await run('anonymous', 'set', 'download', `it/${bucket}/open`)
    expect(await run('anonymous', 'list', `it/${bucket}`)).toContain(`${bucket}/open* => readonly`)
    expect(await anonymously('GET', `/${bucket}/open/k`)).toBe(200)
  })

  test('anonymous set-json and get-json write and read a policy', async () => {
    const bucket = await given.bucket()
    const policy = {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: ['*'] },
          Action: ['s3:GetObject'],
          Resource: [`arn:aws:s3:::${bucket}/*`],
          Condition: { StringEquals: { 'aws:Referer': ['https://app.example/'] } },
        },
      ],
    }
    const file = join(folder, 'policy.json')
    writeFileSync(file, JSON.stringify(policy))
    await run('anonymous', 'set-json', file, `it/${bucket}`)
    expect(JSON.parse(await run('anonymous', 'get-json', `it/${bucket}`))).toEqual(policy)
  })

  test('rm --purge removes a prefix with all versions', async () => {
    const bucket = await given.bucket('Enabled')
    for (const key of ['in/a', 'in/a', 'in/b/c', 'out']) await given.object(bucket, key)
    await run('rm', '--purge', '--force', `it/${bucket}/in/`)
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect(texts(text, 'Key')).toEqual(['out'])
  })

  test('tag of a bucket', async () => {
    const bucket = await given.bucket()
    await run('tag', 'set', `it/${bucket}`, 'team=oil')
    expect(await json('tag', 'list', `it/${bucket}`)).toMatchObject([{ tagset: { team: 'oil' } }])
    expect(await json('stat', `it/${bucket}`)).toMatchObject([{ tagging: { team: 'oil' } }])
    await run('tag', 'remove', `it/${bucket}`)
    expect((await tell('tag', 'list', `it/${bucket}`)).stderr).toContain('No tags found')
  })

  test('stat of a bucket shows its settings', async () => {
    const bucket = await given.bucket()
    await run('version', 'enable', `it/${bucket}`)
    await run('anonymous', 'set', 'download', `it/${bucket}`)
    expect(await json('stat', `it/${bucket}`)).toMatchObject([
      { status: 'success', location: 'us-east-1', Versioning: { status: 'Enabled' }, Policy: { type: 'readonly' } },
    ])
  })

  test('cors sets the rules for other origins', async () => {
    const bucket = await given.bucket()
    const file = join(folder, 'cors.xml')
    const rule = '<AllowedOrigin>https://app.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>'
    writeFileSync(file, `<CORSConfiguration><CORSRule>${rule}</CORSRule></CORSConfiguration>`)
    const { exitCode } = await tell('cors', 'set', `it/${bucket}`, file)
    expect(exitCode).toBe(differs({ engine: 0, minio: 1 }, 'MinIO has one setting for the whole server'))
    if (exitCode !== 0) return
    expect(await json('cors', 'get', `it/${bucket}`)).toMatchObject([
      { cors: { CORSRules: [{ AllowedOrigin: ['https://app.example'], AllowedMethod: ['GET'] }] } },
    ])
    await run('cors', 'remove', `it/${bucket}`)
    expect(await run('cors', 'get', `it/${bucket}`)).toContain('No bucket CORS configuration found')
  })

  test('mb reports an existing bucket, rb one that is not empty', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await tell('mb', `it/${bucket}`)).stderr).toContain('already own it')
    await run('mb', '--ignore-existing', `it/${bucket}`)
    expect((await tell('rb', `it/${bucket}`)).stderr).toContain('is not empty')
  })

  test('rb --force removes a bucket with its contents', async () => {
    const bucket = await given.bucket()
    for (const key of ['a/1', 'a/2', 'b']) await given.object(bucket, key)
    await run('rb', '--force', `it/${bucket}`)
    expect((await request({ method: 'HEAD', bucket })).status).toBe(404)
  })

  test('ping and ready reach the server', async () => {
    expect(await json('ping', '--count', '1', 'it')).toMatchObject([{ status: 'success' }])
    expect(await run('ready', 'it')).toContain("The cluster 'it' is ready")
  })

  test('admin info shows addresses and usage', async () => {
    await given.object(await given.bucket(), 'k', 'text')
    const [info] = await json<{ info: { servers: { state: string; endpoint: string }[] } }>('admin', 'info', 'it')
    expect(info).toMatchObject({ status: 'success', info: { mode: 'online' } })
    expect(info?.info.servers).toMatchObject([{ state: 'online', endpoint: new URL(target.url).host }])
  })
})
