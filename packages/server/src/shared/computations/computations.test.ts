import { AppError } from '@cooperage/contract'
import { afterAll, expect, test } from 'vitest'
import { Computations } from './computations.ts'

const computations = new Computations()
const hurried = new Computations(1)
afterAll(() => Promise.all([computations.close(), hurried.close()]))

const ACCOUNT = { name: 'alice', documents: undefined }
const policy = (count: number) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: Array.from({ length: count }, (_, index) => ({
      Effect: 'Allow',
      Action: 's3:*',
      Resource: `arn:aws:s3:::b${index}/*`,
    })),
  })

test('returns what the function returns in its thread', async () => {
  expect(await computations.run('a', 'keyPolicyPreview', policy(1), ACCOUNT)).toMatchObject({
    problem: '',
    resources: [{ resource: 'b0/*', kinds: ['list', 'read', 'write', 'delete', 'settings'] }],
  })
})

test('passes on an error', async () => {
  await expect(computations.run('a', 'tenantYamlLines', '- a', { namespace: 'n', tenant: 't' }, [])).rejects.toThrow(
    'it has no fields',
  )
})

test('does nothing of it in the calling thread', async () => {
  const before = process.threadCpuUsage()
  const { resources } = await computations.run('a', 'keyPolicyPreview', policy(800), ACCOUNT)
  expect(resources).toHaveLength(800)
  const here = process.threadCpuUsage(before)
  expect((here.user + here.system) / 1_000).toBeLessThan(50)
})

test('ends what exceeds its budget, and starts a thread for the next call', async () => {
  for (let call = 0; call < 2; call++) {
    const failure = await hurried.run('a', 'keyPolicyPreview', policy(1), ACCOUNT).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ code: 'TooComplex', status: 422 })
  }
})

test('runs the calls of a visitor one after the other, and refuses more than a few', async () => {
  const finished: string[] = []
  const run = (visitor: string, name: string) =>
    computations.run(visitor, 'keyPolicyPreview', policy(200), ACCOUNT).then(
      () => finished.push(name),
      (error: AppError) => finished.push(`${name} ${error.code}`),
    )
  const calls = ['1', '2', '3', '4', '5'].map((name) => run('greedy', name))
  await Promise.all([...calls, run('other', 'other')])
  expect(finished.filter((name) => name.endsWith('ConsoleBusy'))).toEqual(['5 ConsoleBusy'])
  expect(finished.filter((name) => /^[1-4]$/.test(name))).toEqual(['1', '2', '3', '4'])
  expect(finished).toContain('other')
})
