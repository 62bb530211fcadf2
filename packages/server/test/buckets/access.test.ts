import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, deny, send, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()
const statement = (bucket: string) => ({
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action: ['s3:GetObject'],
  Resource: [`arn:aws:s3:::${bucket}/open/*`],
})
const customPolicy = (bucket: string) => JSON.stringify({ Version: '2012-10-17', Statement: [statement(bucket)] })

/** Whether an anonymous request may read what is below `key`. */
async function strangerReads(bucket: string, key: string): Promise<boolean> {
  return (await send({ url: given.storage.url, method: 'GET', bucket, key })).status === 200
}

describe('the access policy', () => {
  test('is PRIVATE at first, becomes PUBLIC and PRIVATE again, and the storage server enforces it', async () => {
    const { user, bucket, objects } = await given.userWithBucket()
    await user.call('POST', `${objects}/upload`, { form: [{ name: '1', fileName: 'a', content: 'a' }] })
    const path = `/api/v1/buckets/${bucket}`
    expect((await user.get(path)).json).toEqual({ name: bucket, access: 'PRIVATE', definition: '' })
    expect(await strangerReads(bucket, 'a')).toBe(false)

    expect((await user.call('PUT', `${path}/set-policy`, { json: { access: 'PUBLIC' } })).status).toBe(204)
    expect((await user.get(path)).json).toMatchObject({
      access: 'PUBLIC',
      definition: expect.stringContaining('Allow'),
    })
    expect(await strangerReads(bucket, 'a')).toBe(true)

    expect((await user.call('PUT', `${path}/set-policy`, { json: { access: 'PRIVATE' } })).status).toBe(204)
    expect((await user.get(path)).json).toEqual({ name: bucket, access: 'PRIVATE', definition: '' })
    expect(await strangerReads(bucket, 'a')).toBe(false)
    expect((await user.call('PUT', `${path}/set-policy`, { json: { access: 'PRIVATE' } })).status).toBe(204)
  })

  test('is CUSTOM for any other policy, which is shown unchanged and can be edited', async () => {
    const { user, bucket } = await given.userWithBucket()
    const path = `/api/v1/buckets/${bucket}`
    const json = { access: 'CUSTOM', definition: customPolicy(bucket) }
    expect((await user.call('PUT', `${path}/set-policy`, { json })).status).toBe(204)
    const { access, definition } = (await user.get(path)).json as { access: string; definition: string }
    expect(access).toBe('CUSTOM')
    expect(JSON.parse(definition)).toEqual(JSON.parse(customPolicy(bucket)))
    expect(definition).toContain('\n  ')
  })

  test('is not overwritten if it has changed since the page loaded it', async () => {
    const { user, bucket } = await given.userWithBucket()
    const path = `/api/v1/buckets/${bucket}`
    await user.call('PUT', `${path}/set-policy`, { json: { access: 'CUSTOM', definition: customPolicy(bucket) } })
    const late = await user.call('PUT', `${path}/set-policy`, { json: { access: 'PUBLIC', previous: '' } })
    expect(late.outcome).toBe('409 BucketPolicyChanged')
    const { definition } = (await user.get(path)).json as { definition: string }
    const json = { access: 'PRIVATE', previous: definition }
    expect((await user.call('PUT', `${path}/set-policy`, { json })).status).toBe(204)
  })

  test('is rejected with the message of the storage server if it is invalid', async () => {
    const { user, bucket } = await given.userWithBucket()
    const call = (json: object) => user.call('PUT', `/api/v1/buckets/${bucket}/set-policy`, { json })
    const other = await call({ access: 'CUSTOM', definition: customPolicy('another') })
    expect(other.refusal).toBe('400 InvalidPolicy: The storage server doesn’t accept this policy.')
    expect((other.json as { detailedMessage: string }).detailedMessage).toContain('bucket name does not match')
    expect((await call({ access: 'CUSTOM' })).json).toMatchObject({ code: 'InvalidInput' })
    expect((await call({ access: 'OPEN' })).json).toMatchObject({ code: 'InvalidInput' })
  })

  test('of a missing bucket is not found', async () => {
    const user = await given.user()
    expect((await user.get(`/api/v1/buckets/${uniqueName('missing')}`)).outcome).toBe('404 NoSuchBucket')
  })
})

describe('access to a bucket', () => {
  test('lists the policies that name it or all buckets, and the users they are attached to', async () => {
    const { user, bucket } = await given.userWithBucket()
    const accounts = accountsOf(given.storage)
    // A policy for objects only, and one that is attached through a group: servers would list neither.
    const policy = await accounts.policy(allow(['s3:GetObject'], `${bucket}/*`))
    const other = await accounts.policy(allow(['s3:*'], 'elsewhere'))
    const [named, stranger, member] = [await accounts.user(policy), await accounts.user(other), await accounts.user()]
    await accounts.group([member], policy)
    const barred = await accounts.user(policy, await accounts.policy(deny(['s3:*'], bucket, `${bucket}/*`)))

    const reply = await user.get(`/api/v1/bucket-policy/${bucket}`)
    const { policies, total } = reply.json as { policies: { name: string; policy: string }[]; total: number }
    expect(total).toBe(policies.length)
    const names = policies.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['consoleAdmin', 'readonly', 'readwrite', policy]))
    expect(names).not.toContain(other)
    expect(names).toEqual(names.toSorted())
    expect(JSON.parse(policies.find(({ name }) => name === policy)?.policy ?? '')).toMatchObject({
      Statement: [{ Effect: 'Allow' }],
    })

    const users = (await user.get(`/api/v1/bucket-users/${bucket}`)).json as string[]
    expect(users).toEqual(expect.arrayContaining([named.accessKey, member.accessKey]))
    expect(users).not.toContain(stranger.accessKey)
    expect(users, 'what is denied is not reached').not.toContain(barred.accessKey)
    expect(users).toEqual(users.toSorted())
  })

  test('is denied without admin permissions, naming the missing one', async () => {
    const { bucket } = await given.userWithBucket()
    const user = visitor(given.server.url)
    await user.signIn(await accountsOf(given.storage).user('readwrite'))
    for (const [path, action] of [
      [`/api/v1/bucket-policy/${bucket}`, 'admin:ListUserPolicies'],
      [`/api/v1/bucket-users/${bucket}`, 'admin:ListUsers'],
    ] as const) {
      const reply = await user.get(path)
      expect([reply.status, reply.json]).toMatchObject([
        403,
        {
          code: 'AccessDenied',
          message: permissionError(action),
        },
      ])
    }
  })
})
