/** Anonymous access by prefix: the console and the official client understand each other's rules. */
import { accountsOf, allow, missingProgram, send, startMcFor } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

const withoutMc = missingProgram('mc')
if (withoutMc !== undefined) console.warn(`!!!!  SKIPPED: anonymous rules by mc. ${withoutMc}`)

interface Rules {
  rules: { prefix: string; access: string }[]
  others: number[]
  definition: string
}

async function bucketWithRules() {
  const { user, bucket, objects } = await given.userWithBucket()
  const path = `/api/v1/buckets/${bucket}/anonymous-rules`
  const read = async (): Promise<Rules> => (await user.get(path)).json as Rules
  const set = async (prefix: string, access: string, previous?: string) =>
    user.call('PUT', path, { json: { prefix, access, previous: previous ?? (await read()).definition } })
  const remove = async (prefix: string) =>
    user.call('DELETE', path, { json: { prefix, previous: (await read()).definition } })
  return { user, bucket, objects, read, set, remove }
}

const anonymousRequest = async (method: string, bucket: string, key: string, body?: string) =>
  (await send({ url: given.storage.url, method, bucket, key, body })).status

test('rules are added, changed and deleted, and apply to anonymous requests', async () => {
  const { bucket, objects, user, read, set, remove } = await bucketWithRules()
  await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName: 'top', content: 'a' }] })
  await user.call('POST', `${objects}/upload?prefix=public/`, { form: [{ name: '1', fileName: 'a', content: 'a' }] })
  expect(await read()).toEqual({ rules: [], others: [], definition: '' })

  expect((await set('public/', 'readonly')).status).toBe(204)
  expect((await set('in', 'writeonly')).status).toBe(204)
  expect((await set('both/', 'readwrite')).status).toBe(204)
  expect(await read()).toMatchObject({
    rules: [
      { prefix: 'both/', access: 'readwrite' },
      { prefix: 'in', access: 'writeonly' },
      { prefix: 'public/', access: 'readonly' },
    ],
    others: [],
  })
  expect([
    await anonymousRequest('GET', bucket, 'public/a'),
    await anonymousRequest('GET', bucket, 'top'),
    await anonymousRequest('PUT', bucket, 'public/b', 'b'),
    await anonymousRequest('PUT', bucket, 'in-box/b', 'b'),
    await anonymousRequest('GET', bucket, 'in-box/b'),
    await anonymousRequest('PUT', bucket, 'both/b', 'b'),
    await anonymousRequest('GET', bucket, 'both/b'),
  ]).toEqual([200, 403, 403, 200, 403, 200, 200])

  expect((await set('public/', 'writeonly')).status).toBe(204)
  expect((await remove('both/')).status).toBe(204)
  expect((await read()).rules).toEqual([
    { prefix: 'in', access: 'writeonly' },
    { prefix: 'public/', access: 'writeonly' },
  ])
  expect([await anonymousRequest('GET', bucket, 'public/a'), await anonymousRequest('GET', bucket, 'both/b')]).toEqual([
    403, 403,
  ])
  await remove('in')
  expect((await remove('public/')).status).toBe(204)
  expect(await read()).toEqual({ rules: [], others: [], definition: '' })
})

test.skipIf(withoutMc !== undefined)('mc and the console read the rules that the other has set', async () => {
  const { bucket, user, read, set, remove } = await bucketWithRules()
  const mc = await startMcFor(given.storage)
  onTestFinished(() => mc.stop())
  const listedByMc = async () => {
    const { stdout, stderr, exitCode } = await mc.run('anonymous', 'list', `it/${bucket}`)
    expect(exitCode, stderr).toBe(0)
    const lines = stdout.split('\n').filter((line) => line.includes('=>'))
    return lines.sort()
  }
  const setByMc = async (access: string, place: string) => {
    const { exitCode, stderr } = await mc.run('anonymous', 'set', access, `it/${bucket}${place}`)
    expect(exitCode, stderr).toBe(0)
  }

  await set('both/', 'readwrite')
  await set('in', 'writeonly')
  await set('public/', 'readonly')
  expect(await listedByMc()).toEqual([
    `${bucket}/both/* => readwrite`,
    `${bucket}/in* => writeonly`,
    `${bucket}/public/* => readonly`,
  ])
  for (const prefix of ['both/', 'in', 'public/']) await remove(prefix)

  await setByMc('download', '')
  await setByMc('upload', '/in/')
  await setByMc('public', '/all')
  await setByMc('download', '/dl/')
  expect(await read()).toMatchObject({
    rules: [
      { prefix: '', access: 'readonly' },
      { prefix: 'all', access: 'readwrite' },
      { prefix: 'dl/', access: 'readonly' },
      { prefix: 'in/', access: 'writeonly' },
    ],
    others: [],
  })
  for (const prefix of ['', 'all', 'dl/']) expect((await remove(prefix)).status).toBe(204)
  expect(await listedByMc()).toEqual([`${bucket}/in/* => writeonly`])
  expect((await remove('in/')).status).toBe(204)

  await setByMc('public', '')
  expect((await user.get(`/api/v1/buckets/${bucket}`)).json).toMatchObject({ access: 'PUBLIC' })
  expect((await read()).rules).toEqual([{ prefix: '', access: 'readwrite' }])
})

test('statements that are not rules are listed with their position and kept', async () => {
  const { bucket, user, read, set, remove } = await bucketWithRules()
  const statement = {
    Sid: 'FromInside',
    ...allow(['s3:GetObject'], `${bucket}/inside/*`),
    Principal: { AWS: ['*'] },
    Condition: { IpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } },
  }
  const definition = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  const path = `/api/v1/buckets/${bucket}/set-policy`
  expect((await user.call('PUT', path, { json: { access: 'CUSTOM', definition } })).status).toBe(204)
  expect(await read()).toMatchObject({ rules: [], others: [1] })
  expect((await set('public/', 'readonly')).status).toBe(204)
  const { rules, others } = await read()
  expect([rules, others.length]).toEqual([[{ prefix: 'public/', access: 'readonly' }], 1])
  expect((await remove('public/')).status).toBe(204)
  expect(JSON.parse((await read()).definition)).toEqual(JSON.parse(definition))
})

test('rejects a change that is based on an outdated policy, and a prefix that policies would read as a pattern', async () => {
  const { bucket, set, read } = await bucketWithRules()
  expect((await set('a/', 'readonly')).status).toBe(204)
  expect((await set('b/', 'readonly', '')).outcome).toBe('409 BucketPolicyChanged')
  for (const prefix of ['a*', 'a?', 'a${', '/a']) {
    expect([prefix, (await set(prefix, 'readonly')).json]).toMatchObject([prefix, { code: 'InvalidInput' }])
  }
  expect((await read()).rules).toEqual([{ prefix: 'a/', access: 'readonly' }])

  const user = given.stranger()
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:GetBucketPolicy'], bucket)))
  const path = `/api/v1/buckets/${bucket}/anonymous-rules`
  const { definition } = (await user.get(path)).json as Rules
  const refused = await user.call('PUT', path, { json: { prefix: 'b/', access: 'readonly', previous: definition } })
  expect(refused.status).toBe(403)
  expect((refused.json as { message: string }).message).toContain('s3:PutBucketPolicy')
})
