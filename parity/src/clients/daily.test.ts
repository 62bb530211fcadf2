/** Everyday use of command-line clients: a file tree is uploaded, synced, listed, shared and downloaded. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sendUrl, tempFolder, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, request, target } from '../target.ts'
import { DAILY_CLIENTS, succeed } from './daily/clients.ts'
import { filesIn, hashes, someFiles, writeFiles } from './daily/files.ts'
import { environment, type Run, runner, startAwsCli } from './daily/run.ts'
import { clientProgram, isMissing } from './installed.ts'

const home = tempFolder('daily')
const stops: (() => void)[] = [home.remove]
afterAll(() => {
  for (const stop of stops) stop()
})

const STARTERS: Record<keyof typeof DAILY_CLIENTS, () => Run> = {
  awscli() {
    const { run, stop } = startAwsCli(home.path)
    stops.unshift(stop)
    return run
  },
  s5cmd: () => runner(clientProgram('s5cmd'), environment(home.path)),
  rclone: () =>
    runner(clientProgram('rclone'), {
      ...environment(home.path),
      RCLONE_CONFIG_IT_TYPE: 's3',
      RCLONE_CONFIG_IT_PROVIDER: 'Minio',
      RCLONE_CONFIG_IT_ENV_AUTH: 'true',
      RCLONE_CONFIG_IT_ENDPOINT: target.url,
      RCLONE_CONFIG_IT_UPLOAD_CUTOFF: '5Mi',
    }),
}

describe.each(Object.entries(DAILY_CLIENTS))('%s', (name, client) => {
  const missing = isMissing(name as keyof typeof DAILY_CLIENTS)
  let run: Run
  let made = 0
  beforeAll(() => {
    if (!missing) run = STARTERS[name as keyof typeof DAILY_CLIENTS]()
  })
  const newFolder = () => join(home.path, `${name}-${made++}`)
  const keysOf = async (bucket: string) => client.listed(await succeed(run, client.list(bucket)))
  const read = (bucket: string, key: string) => request({ method: 'GET', bucket, key })

  test.skipIf(missing)('creates a bucket, copies a tree there and back, lists it and deletes it', async () => {
    const bucket = uniqueName(name)
    const files = someFiles()
    const [there, back] = [writeFiles(newFolder(), files), newFolder()]
    await succeed(run, client.makeBucket(bucket))
    await succeed(run, client.upload(there, bucket, 'tree/'))
    expect(await keysOf(bucket)).toEqual(
      Object.keys(files)
        .map((file) => `tree/${file}`)
        .sort(),
    )
    expect((await request({ method: 'HEAD', bucket, key: 'tree/large.bin' })).headers.etag).toMatch(/-\d+"$/)
    await succeed(run, client.download(bucket, 'tree/', back))
    expect(filesIn(back)).toEqual(hashes(files))
    for (const args of client.removeBucket(bucket)) await succeed(run, args)
    expect((await request({ method: 'HEAD', bucket })).outcome).toBe('404 NoSuchBucket')
  })

  test.skipIf(missing)('syncs what has changed, and nothing else', async () => {
    const bucket = await given.bucket()
    const folder = writeFiles(newFolder(), { kept: 'kept', changed: 'before', 'sub/gone +%': 'gone' })
    const sync = async () => client.changed(await succeed(run, client.sync(folder, bucket, 'tree/')))
    expect(await sync()).toEqual(['changed', 'kept', 'sub/gone +%'])
    expect(await sync()).toEqual([])
    rmSync(join(folder, 'sub'), { recursive: true })
    writeFiles(folder, { changed: 'after it', 'new ü': 'new' })
    expect(await sync()).toEqual(['changed', 'new ü', 'sub/gone +%'])
    expect(await keysOf(bucket)).toEqual(['tree/changed', 'tree/kept', 'tree/new ü'])
    expect((await read(bucket, 'tree/changed')).text).toBe('after it')
  })

  test.skipIf(missing)('presigns an object, and deletes it', async () => {
    const bucket = await given.bucket()
    const key = 'sub/ünï +%&=.txt'
    await given.object(bucket, key, 'shared')
    const { stdout } = await succeed(run, client.presign(bucket, key))
    const shared = await sendUrl(new URL(stdout.trim()))
    expect([shared.status, shared.text]).toEqual([200, 'shared'])
    await succeed(run, client.remove(bucket, key))
    expect((await read(bucket, key)).outcome).toBe('404 NoSuchKey')
  })
})
