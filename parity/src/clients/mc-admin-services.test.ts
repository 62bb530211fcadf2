/** The official client's administration of settings, notifications, traces, logs and metrics, unchanged. */
import { type Mc, missingProgram, startMcFor, TestWebhook, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { differs } from '../target.ts'

const missing = missingProgram('mc')
let server: OwnServer
let mc: Mc
const hook = new TestWebhook()

beforeAll(async () => {
  if (missing !== undefined) return
  server = await startOwnServer()
  await hook.up()
  mc = await startMcFor(server)
})
afterAll(async () => {
  mc?.stop()
  await hook.down()
  await server?.stop()
})

async function run(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await mc.run(...args)
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout
}

const put = (bucket: string, key: string) => server.request({ method: 'PUT', bucket, key, body: 'content' })

describe.skipIf(missing !== undefined)('mc', () => {
  test('admin info draws one server with one drive', async () => {
    const text = await run('admin', 'info', 'it')
    expect(text).toContain(`${new URL(server.url).host}\n   Uptime: `)
    expect(text).toContain('   Network: 1/1 OK \n   Drives: 1/1 OK \n   Pool: 1\n')
    expect(text).toContain('1 drive online, 0 drives offline, EC:0\n')
  })

  test('admin config gets, sets and resets', async () => {
    expect(await run('admin', 'config', 'get', 'it', 'site')).toBe('site name= region= \n')
    expect(await run('admin', 'config', 'set', 'it', 'api', 'stale_uploads_expiry=48h')).toBe(
      'Successfully applied new settings.\n',
    )
    expect(await run('admin', 'config', 'get', 'it', 'api')).toContain(' stale_uploads_expiry=48h ')
    expect(await run('admin', 'config', 'reset', 'it', 'api', 'stale_uploads_expiry')).toContain(
      'is successfully reset',
    )
    expect(await run('admin', 'config', 'get', 'it', 'api')).toContain(' stale_uploads_expiry=24h ')
    expect(await run('admin', 'config', 'set', 'it', 'site', 'name=tested')).toContain('Please restart your server')
  })

  test('admin config reports errors', async () => {
    const { exitCode, stderr } = await mc.run('admin', 'config', 'set', 'it', 'site', 'region=9bad')
    expect(exitCode).toBe(1)
    expect(stderr).toContain("region '9bad' is invalid")
  })

  test('admin config exports, imports and keeps a history', async () => {
    const exported = await run('admin', 'config', 'export', 'it')
    expect(exported).toContain('\nsite '.trimStart())
    const { exitCode, stderr } = await mc.feed(exported, 'admin', 'config', 'import', 'it')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(await run('admin', 'config', 'history', 'it')).toContain('RestoreId: ')
    expect(await run('admin', 'config', 'history', 'it', '--clear')).not.toContain('RestoreId')
  })

  test('event adds, lists and removes notifications of a bucket', async () => {
    await run('admin', 'config', 'set', 'it', 'notify_webhook:mc', `endpoint=${hook.url}/mc`)
    await server.restart()
    const bucket = await server.bucket()
    const arn = 'arn:minio:sqs::mc:webhook'
    expect(await run('event', 'add', `it/${bucket}`, arn, '--event', 'put', '--prefix', 'in/')).toBe(
      `Successfully added ${arn}\n`,
    )
    expect(await run('event', 'list', `it/${bucket}`)).toBe(`${arn}   s3:ObjectCreated:*   Filter: prefix="in/"\n`)
    await put(bucket, 'in/k')
    await waitUntil('the webhook is notified', () => hook.bodies('/mc').some(({ Key }) => Key === `${bucket}/in/k`))
    await run('event', 'remove', `it/${bucket}`, arn, '--event', 'put', '--prefix', 'in/')
    expect(await run('event', 'list', `it/${bucket}`)).toBe('')
    const unknown = await mc.run('event', 'add', `it/${bucket}`, 'arn:minio:sqs::zz:webhook')
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('A specified destination ARN does not exist or is not well-formed.'),
    ])
  })

  test('watch shows events', async () => {
    const bucket = await server.bucket()
    const watch = mc.follow('watch', `it/${bucket}`)
    // The MinIO of these tests buffers events until they fill four kibibytes.
    const line = new RegExp(`s3:ObjectCreated:Put ${server.url}/${bucket}/told-`)
    // A line may arrive in pieces, and a client that was killed writes no more.
    await waitUntil('it tells', async () => {
      await Promise.all(Array.from({ length: 8 }, () => put(bucket, uniqueName('told'))))
      return line.test(watch.output())
    })
    await watch.stop()
  })

  test('admin trace shows requests', async () => {
    const bucket = await server.bucket()
    const trace = mc.follow('admin', 'trace', '--json', 'it')
    const line = await waitUntil('it tells', async () => {
      await put(bucket, 'traced')
      const lines = trace.output().split('\n')
      return lines.find(
        (text) => text.includes('s3.PutObject') && text.includes(`/${bucket}/traced`) && text.endsWith('}'),
      )
    })
    await trace.stop()
    expect(JSON.parse(line)).toMatchObject({
      status: 'success',
      host: new URL(server.url).host,
      client: '127.0.0.1',
      api: 's3.PutObject',
      path: `/${bucket}/traced`,
      statusCode: 200,
      statusMsg: 'OK',
      type: 'S3',
    })
  })

  test('admin trace omits calls that were not requested', async () => {
    const bucket = await server.bucket()
    const trace = mc.follow('admin', 'trace', '--errors', '--path', `${bucket}/*`, 'it')
    await waitUntil('it tells', async () => {
      await put(bucket, 'fine')
      await server.request({ method: 'GET', bucket, key: 'missing' })
      return trace.output().includes(`/${bucket}/missing`)
    })
    await trace.stop()
    expect(trace.output()).toContain('[404 Not Found] s3.GetObject ')
    expect(trace.output()).not.toContain(`/${bucket}/fine`)
  })

  test('admin logs stays connected while other commands come and go', async () => {
    const logs = mc.follow('admin', 'logs', '--last', '1', 'it')
    // If logs are rejected, mc exits as soon as these do.
    const others = async () => {
      for (let turn = 0; turn < 3; turn++) await run('admin', 'info', 'it')
      return 'still there'
    }
    const ended = await Promise.race([logs.ended, others()])
    await logs.stop()
    expect(ended).toBe('still there')
  })

  test('admin prometheus generates a valid token', async () => {
    const [line = ''] = (await run('admin', 'prometheus', 'generate', '--json', 'it')).split('\n')
    expect(JSON.parse(line).bearerToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await run('admin', 'prometheus', 'metrics', 'it')).toContain('minio_cluster_drive_total{')
    expect(await run('admin', 'prometheus', 'metrics', '--api-version', 'v3', 'it', 'api')).toContain(
      'minio_api_requests_total{',
    )
  })

  test('admin heal is unsupported with one drive', async () => {
    const { exitCode, stderr } = await mc.run('admin', 'heal', 'it')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('not supported by server in')])
  })

  test('version enable works', async () => {
    const bucket = await server.bucket()
    expect(await run('version', 'enable', `it/${bucket}`)).toBe(`it/${bucket} versioning is enabled\n`)
    expect(await run('version', 'info', `it/${bucket}`)).toBe(`it/${bucket} versioning is enabled\n`)
  })

  test('admin config rejects unsupported settings', async () => {
    for (const [args, refused] of [
      [['get', 'it', 'compression'], 'compression'],
      [['set', 'it', 'scanner', 'speed=slow'], 'scanner'],
      [['set', 'it', 'api', 'gzip_objects=on'], 'api gzip_objects'],
    ] as const) {
      const { exitCode, stderr } = await mc.run('admin', 'config', ...args)
      expect([exitCode, stderr.includes(`${refused} is not implemented by this server.`)]).toEqual(
        differs({ engine: [1, true], minio: [0, false] }, 'unsupported settings are rejected by name'),
      )
    }
  })

  test.each(['status', 'info'])("admin scanner %s reports the scanner's activity", async (command) => {
    const text = await run('--json', 'admin', 'scanner', command, '-n', '1', 'it')
    expect(JSON.parse(text)).toMatchObject({
      final: true,
      hosts: [new URL(server.url).host],
      aggregated: { scanner: { collected: expect.any(String), last_minute: expect.any(Object) } },
    })
  })

  test('admin service freezes and unfreezes S3', async () => {
    const bucket = await server.bucket()
    expect(await run('admin', 'service', 'freeze', 'it')).toContain('Freeze command successfully sent to `it`')
    let isThawed = false
    const held = put(bucket, 'held').then(({ status }) => [status, isThawed])
    await run('admin', 'info', 'it')
    isThawed = true
    expect(await run('admin', 'service', 'unfreeze', 'it')).toContain('Unfreeze command successfully sent to `it`')
    expect(await held).toEqual([200, true])
  })

  test('admin config limits how many S3 requests run', async () => {
    expect(await run('admin', 'config', 'set', 'it', 'api', 'requests_max=50')).toBe(
      'Successfully applied new settings.\n',
    )
    expect(await run('admin', 'config', 'get', 'it', 'api')).toContain('requests_max=50 ')
    await run('admin', 'config', 'reset', 'it', 'api', 'requests_max')
  })

  test('admin service restarts the server', async () => {
    // Occasionally mc exits before it has printed the result.
    const output = await waitUntil('mc reports the result', async () => {
      let line = ''
      await server.restart(async () => {
        line = (await run('admin', 'service', 'restart', '--json', 'it')).split('\n')[0] ?? ''
      })
      return line !== '' && line
    })
    expect(JSON.parse(output)).toMatchObject({ status: 'success', result: { action: 'restart', dryRun: false } })
  })
})
