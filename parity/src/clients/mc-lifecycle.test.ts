/** The official client with quotas and lifecycle rules. */
import { createHash } from 'node:crypto'
import { parseLifecycle, withLifecycleTags, writeLifecycle } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { useMc } from './mc-session.ts'

const { isMissing, json, run, feed, tell } = useMc()

interface Rules {
  Rules: Record<string, unknown>[]
}

const exported = async (bucket: string): Promise<Rules> =>
  JSON.parse(await run('ilm', 'rule', 'export', `it/${bucket}`))

describe.skipIf(isMissing)('mc', () => {
  test('quota set, info and clear', async () => {
    const bucket = await given.bucket()
    expect(await json('quota', 'set', `it/${bucket}`, '--size', '1KB')).toMatchObject([{ quota: 1000, type: 'hard' }])
    expect(await json('quota', 'info', `it/${bucket}`)).toMatchObject([{ quota: 1000, type: 'hard' }])
    expect(await tell('cp', process.execPath, `it/${bucket}/large`)).toMatchObject({ exitCode: 1 })
    await run('quota', 'clear', `it/${bucket}`)
    expect(await json('quota', 'info', `it/${bucket}`)).toEqual([{ status: 'success', bucket }])
  })

  test('quota reports a missing bucket', async () => {
    const { exitCode, stderr } = await tell('quota', 'set', 'it/no-such-bucket-here', '--size', '1KB')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('The specified bucket does not exist')])
  })

  test('ilm rule add, ls, edit and rm', async () => {
    const bucket = await given.bucket('Enabled')
    const target = `it/${bucket}`
    await run('ilm', 'rule', 'add', target, '--expire-days', '30', '--prefix', 'logs/')
    const more = ['--expire-delete-marker', '--noncurrent-expire-days', '4', '--noncurrent-expire-newer', '3']
    await run('ilm', 'rule', 'add', target, ...more, '--tags', 'a=b&c=d')
    await run('ilm', 'rule', 'add', target, '--expire-days', '7', '--expire-all-object-versions', '--size-gt', '1KiB')
    const listed = await json<{ config: Rules }>('ilm', 'rule', 'ls', target)
    const rules = listed[0]?.config.Rules ?? []
    expect(rules).toMatchObject([
      { Expiration: { Days: 30 }, Filter: { Prefix: 'logs/' }, Status: 'Enabled' },
      {
        Expiration: { ExpiredObjectDeleteMarker: true },
        Filter: {
          And: {
            Tags: [
              { Key: 'a', Value: 'b' },
              { Key: 'c', Value: 'd' },
            ],
          },
        },
        NoncurrentVersionExpiration: { NoncurrentDays: 4, NewerNoncurrentVersions: 3 },
      },
      { Filter: { ObjectSizeGreaterThan: 1024 } },
    ])
    const id = String(rules[0]?.ID)
    await run('ilm', 'rule', 'edit', '--id', id, '--expire-days', '60', '--disable', target)
    expect((await exported(bucket)).Rules[0]).toMatchObject({ ID: id, Expiration: { Days: 60 }, Status: 'Disabled' })
    await run('ilm', 'rule', 'rm', '--id', id, target)
    expect((await exported(bucket)).Rules).toEqual(rules.slice(1))
    await run('ilm', 'rule', 'rm', '--all', '--force', target)
    expect(await tell('ilm', 'rule', 'ls', target)).toMatchObject({ exitCode: 1 })
  })

  test('ilm rule add to an unknown tier is rejected', async () => {
    const bucket = await given.bucket()
    const { exitCode, stderr } = await tell(
      'ilm',
      'rule',
      'add',
      `it/${bucket}`,
      '--transition-days',
      '1',
      '--transition-tier',
      'WARM',
    )
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Invalid storage class.')])
  })

  test('ilm rule import and export keep the rules, even after a change of tags', async () => {
    const bucket = await given.bucket('Enabled')
    const rules = {
      Rules: [
        {
          ID: 'everything',
          Status: 'Enabled',
          Filter: {
            And: {
              Prefix: 'a ü/',
              Tags: [{ Key: 'old', Value: 'tag' }],
              ObjectSizeLessThan: 99,
              ObjectSizeGreaterThan: 5,
            },
          },
          Expiration: { Days: 9 },
          NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 2 },
        },
        { ID: 'dated', Status: 'Disabled', Filter: { Prefix: 'd' }, Expiration: { Date: '2035-01-01T00:00:00Z' } },
        { ID: 'all', Status: 'Enabled', Expiration: { Days: 9, ExpiredObjectAllVersions: true } },
        { ID: 'markers', Status: 'Enabled', Expiration: { ExpiredObjectDeleteMarker: true } },
        { ID: 'delmark', Status: 'Enabled', DelMarkerExpiration: { Days: 8 } },
      ],
    }
    await feed(JSON.stringify(rules), 'ilm', 'rule', 'import', `it/${bucket}`)
    const before = await exported(bucket)
    expect(before.Rules.map(({ ID }) => ID)).toEqual(rules.Rules.map(({ ID }) => ID))

    const { text } = await request({ method: 'GET', bucket, query: { lifecycle: '' } })
    const configuration = parseLifecycle(text)
    const tags = [{ key: 'new', value: 'one' }]
    const body = writeLifecycle({
      ...configuration,
      rules: configuration.rules.map((rule) => (rule.id === 'everything' ? withLifecycleTags(rule, tags) : rule)),
    })
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    expect((await request({ method: 'PUT', bucket, query: { lifecycle: '' }, body, headers })).status).toBe(200)

    const changed = JSON.stringify(before).replace('{"Key":"old","Value":"tag"}', '{"Key":"new","Value":"one"}')
    expect(await exported(bucket)).toEqual(JSON.parse(changed))
    expect(changed).not.toBe(JSON.stringify(before))
  })
})
