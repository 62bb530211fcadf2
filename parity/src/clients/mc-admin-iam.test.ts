/** The official client administers accounts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mc, missingProgram, startMc, startMcFor, tempFolder, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, target } from '../target.ts'

const missing = missingProgram('mc')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: accounts by the official client. ${missing}`)

const files = tempFolder('mc-iam')
let mc: Mc | undefined
beforeAll(async () => {
  if (missing === undefined) mc = await startMcFor(target)
})
afterAll(() => {
  mc?.stop()
  files.remove()
})

type Line = Record<string, unknown>

async function runJson(...args: string[]): Promise<{ exitCode: number; lines: Line[]; text: string }> {
  if (mc === undefined) throw new Error('mc was not started')
  const { exitCode, stdout, stderr } = await mc.run('--json', ...args)
  const lines = stdout
    .trim()
    .split(/\n(?=\{)/)
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
  return { exitCode, lines, text: stdout + stderr }
}

/** The first output line of a command that must succeed. */
async function run(...args: string[]): Promise<Line> {
  const { exitCode, lines, text } = await runJson(...args)
  expect([exitCode, text]).toEqual([0, text])
  return lines[0] ?? {}
}

const SECRET = 'secret-of-the-account'

async function newUser(...policies: string[]): Promise<string> {
  const name = uniqueName('user')
  await run('admin', 'user', 'add', 'it', name, SECRET)
  for (const policy of policies) await run('admin', 'policy', 'attach', 'it', policy, '--user', name)
  return name
}

/** Runs mc with other keys: `ls` of everything. Invalid keys are rejected when the alias is set. */
async function listsAs(accessKey: string, secretKey: string): Promise<number> {
  const other = startMc()
  try {
    const alias = await other.run('alias', 'set', 'they', target.url, accessKey, secretKey)
    return alias.exitCode || (await other.run('ls', 'they')).exitCode
  } finally {
    other.stop()
  }
}

describe.skipIf(missing !== undefined)('mc admin user', () => {
  test('add, list, info, disable, enable, remove', async () => {
    const name = await newUser('readwrite')
    const { lines } = await runJson('admin', 'user', 'list', 'it')
    expect(lines).toContainEqual(
      expect.objectContaining({ accessKey: name, policyName: 'readwrite', userStatus: 'enabled' }),
    )
    expect(await run('admin', 'user', 'info', 'it', name)).toMatchObject({ policyName: 'readwrite' })
    await run('admin', 'user', 'disable', 'it', name)
    expect(await run('admin', 'user', 'info', 'it', name)).toMatchObject({ userStatus: 'disabled' })
    expect(await listsAs(name, SECRET)).toBe(1)
    await run('admin', 'user', 'enable', 'it', name)
    expect(await listsAs(name, SECRET)).toBe(0)
    await run('admin', 'user', 'remove', 'it', name)
    const afterRemoval = await runJson('admin', 'user', 'info', 'it', name)
    expect([afterRemoval.exitCode, afterRemoval.lines[0]?.status]).toEqual([1, 'error'])
  })

  test('add with another secret key replaces the secret key', async () => {
    const name = await newUser('readwrite')
    await run('admin', 'user', 'add', 'it', name, 'another-secret')
    expect(await listsAs(name, SECRET)).toBe(1)
    expect(await listsAs(name, 'another-secret')).toBe(0)
  })

  test('reports errors', async () => {
    const { exitCode, text } = await runJson('admin', 'user', 'add', 'it', 'ab', SECRET)
    expect(exitCode).toBe(1)
    expect(text).toContain('The access key is invalid. (access key length should be between 3 and 20)')
  })

  test("policy shows the user's permissions", async () => {
    const name = await newUser('writeonly')
    const { text } = await runJson('admin', 'user', 'policy', 'it', name)
    expect(text).toContain('s3:PutObject')
  })
})

describe.skipIf(missing !== undefined)('mc admin group', () => {
  test('add, list, info, disable, enable, remove', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const group = uniqueName('group')
    await run('admin', 'group', 'add', 'it', group, one, other)
    expect((await run('admin', 'group', 'list', 'it')).groups).toContain(group)
    const info = await run('admin', 'group', 'info', 'it', group)
    expect(info).toMatchObject({ groupName: group, groupStatus: 'enabled' })
    // MinIO returns them in any order.
    expect(new Set(info.members as string[])).toEqual(new Set([one, other]))
    await run('admin', 'group', 'disable', 'it', group)
    expect(await run('admin', 'group', 'info', 'it', group)).toMatchObject({ groupStatus: 'disabled' })
    await run('admin', 'group', 'enable', 'it', group)
    const refused = await runJson('admin', 'group', 'remove', 'it', group)
    expect([refused.exitCode, refused.lines[0]?.status]).toEqual([1, 'error'])
    await run('admin', 'group', 'remove', 'it', group, one, other)
    await run('admin', 'group', 'remove', 'it', group)
    expect((await runJson('admin', 'group', 'info', 'it', group)).exitCode).toBe(1)
  })

  test('gives its members its policies', async () => {
    const name = await newUser()
    const group = uniqueName('group')
    await run('admin', 'group', 'add', 'it', group, name)
    expect(await listsAs(name, SECRET)).toBe(1)
    await run('admin', 'policy', 'attach', 'it', 'readwrite', '--group', group)
    expect(await listsAs(name, SECRET)).toBe(0)
  })
})

describe.skipIf(missing !== undefined)('mc admin policy', () => {
  const newPolicyFile = (bucket: string): string => {
    const path = join(files.path, uniqueName('policy'))
    const resource = [`arn:aws:s3:::${bucket}/*`]
    const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: resource }
    writeFileSync(path, JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))
    return path
  }

  test('create, list, info, attach, entities, detach, remove', async () => {
    const bucket = await given.bucket()
    const policy = uniqueName('policy')
    await run('admin', 'policy', 'create', 'it', policy, newPolicyFile(bucket))
    const { lines } = await runJson('admin', 'policy', 'list', 'it')
    expect(lines).toContainEqual(expect.objectContaining({ policy }))
    expect(await run('admin', 'policy', 'info', 'it', policy)).toMatchObject({
      policy,
      policyInfo: { PolicyName: policy, Policy: { Statement: [{ Resource: [`arn:aws:s3:::${bucket}/*`] }] } },
    })
    const name = await newUser(policy)
    expect(await run('admin', 'policy', 'entities', 'it', '--user', name)).toMatchObject({
      result: { userMappings: [{ user: name, policies: [policy] }] },
    })
    expect(await run('admin', 'policy', 'entities', 'it', '--policy', policy)).toMatchObject({
      result: { policyMappings: [{ policy, users: [name] }] },
    })
    const used = await runJson('admin', 'policy', 'remove', 'it', policy)
    expect([used.exitCode, used.text]).toEqual([1, expect.stringContaining('as it is in use')])
    await run('admin', 'policy', 'detach', 'it', policy, '--user', name)
    await run('admin', 'policy', 'remove', 'it', policy)
    expect((await runJson('admin', 'policy', 'info', 'it', policy)).exitCode).toBe(1)
  })

  test('info writes the document to a file', async () => {
    const path = join(files.path, 'readonly.json')
    await run('admin', 'policy', 'info', 'it', 'readonly', '--policy-file', path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ Version: '2012-10-17' })
  })

  test('attach succeeds when nothing changes', async () => {
    const name = await newUser('readonly')
    expect(await run('admin', 'policy', 'attach', 'it', 'readonly', '--user', name)).toMatchObject({
      status: 'success',
    })
    expect(await run('admin', 'user', 'info', 'it', name)).toMatchObject({ policyName: 'readonly' })
  })
})

describe.skipIf(missing !== undefined)('mc admin accesskey', () => {
  test('create, info, edit, disable, enable, list, remove', async () => {
    const name = await newUser('readwrite')
    const created = await run('admin', 'accesskey', 'create', 'it', name, '--name', 'a-name')
    const accessKey = String(created.accessKey)
    const secretKey = String(created.secretKey)
    expect(await listsAs(accessKey, secretKey)).toBe(0)
    const info = () => run('admin', 'accesskey', 'info', 'it', accessKey)
    expect(await info()).toMatchObject({ accessKey, parentUser: name, name: 'a-name' })
    await run('admin', 'accesskey', 'edit', 'it', accessKey, '--name', 'other-name', '--description', 'text')
    expect(await info()).toMatchObject({ name: 'other-name', description: 'text' })
    await run('admin', 'accesskey', 'disable', 'it', accessKey)
    expect(await listsAs(accessKey, secretKey)).toBe(1)
    await run('admin', 'accesskey', 'enable', 'it', accessKey)
    expect(await listsAs(accessKey, secretKey)).toBe(0)
    expect((await runJson('admin', 'accesskey', 'list', 'it', name)).text).toContain(accessKey)
    await run('admin', 'accesskey', 'remove', 'it', accessKey)
    expect(await listsAs(accessKey, secretKey)).toBe(1)
  })

  test('list shows the keys of all users', async () => {
    const name = await newUser('readwrite')
    await run('admin', 'accesskey', 'create', 'it', name)
    expect((await runJson('admin', 'accesskey', 'list', 'it', '--all')).text).toContain(name)
  })
})

describe.skipIf(missing !== undefined)('mc admin user svcacct', () => {
  test('add, info, list, edit, disable, enable, remove', async () => {
    const name = await newUser('readwrite')
    const accessKey = uniqueName('')
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(-18)
    const svcacct = (...args: string[]) => run('admin', 'user', 'svcacct', ...args)
    await svcacct('add', 'it', name, '--access-key', accessKey, '--secret-key', SECRET, '--description', 'text')
    expect(await svcacct('info', 'it', accessKey)).toMatchObject({ parentUser: name, description: 'text' })
    expect((await runJson('admin', 'user', 'svcacct', 'list', 'it', name)).text).toContain(accessKey)
    expect(await listsAs(accessKey, SECRET)).toBe(0)
    await svcacct('edit', 'it', accessKey, '--secret-key', 'another-secret')
    expect(await listsAs(accessKey, SECRET)).toBe(1)
    expect(await listsAs(accessKey, 'another-secret')).toBe(0)
    await svcacct('disable', 'it', accessKey)
    expect(await listsAs(accessKey, 'another-secret')).toBe(1)
    await svcacct('enable', 'it', accessKey)
    await svcacct('remove', 'it', accessKey)
    expect((await runJson('admin', 'user', 'svcacct', 'info', 'it', accessKey)).exitCode).toBe(1)
  })

  test('add with a policy from a file', async () => {
    const name = await newUser('readwrite')
    const path = join(files.path, 'only-read.json')
    const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::nothing/*'] }
    writeFileSync(path, JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))
    const created = await run('admin', 'user', 'svcacct', 'add', 'it', name, '--policy', path)
    expect(await listsAs(String(created.accessKey), String(created.secretKey))).toBe(1)
  })
})
