import { expect, test } from 'vitest'
import type { AttachedPolicy } from './attached-policy.ts'
import { simulate } from './simulator.ts'

const statement = (Sid: string, Effect: string, Action: string) => ({
  Sid,
  Effect,
  Action: [Action],
  Resource: ['arn:aws:s3:::*'],
})
const attached = (kind: AttachedPolicy['kind'], name: string, attachedTo: string, ...statements: object[]) => ({
  kind,
  name,
  attachedTo,
  document: { Version: '2012-10-17', Statement: statements },
})

function outcome(action: string, ...policies: AttachedPolicy[]) {
  return simulate({
    caller: { kind: 'user', account: 'alice', groups: [] },
    policies,
    action,
    bucket: 'photos',
    object: 'a.jpg',
    isSecure: true,
    now: 0,
    conditions: [],
  })
}

test('distinguishes policies of the same name by their attachment', () => {
  const policies = [
    attached('group', 'shared', 'readers', statement('read', 'Allow', 's3:GetObject')),
    attached('group', 'shared', 'writers', statement('write', 'Allow', 's3:PutObject')),
  ]
  const { where, statement: deciding, policies: considered } = outcome('s3:PutObject', ...policies)
  expect(where).toEqual({ kind: 'group', name: 'shared', attachedTo: 'writers' })
  expect(deciding).toMatchObject({ number: 1, sid: 'write' })
  expect(considered.map(({ source }) => source.attachedTo)).toEqual(['readers', 'writers'])
})

test('keeps a numeric policy name', () => {
  const policies = [
    attached('identity', '1', 'alice', statement('read', 'Allow', 's3:GetObject')),
    attached('identity', '0', 'alice', statement('write', 'Allow', 's3:PutObject')),
  ]
  expect(outcome('s3:GetObject', ...policies).where.name).toBe('1')
})

test('names a policy without an Allow only if it is the only policy', () => {
  const read = attached('identity', 'read', 'alice', statement('', 'Allow', 's3:GetObject'))
  const list = attached('group', 'list', 'readers', statement('', 'Allow', 's3:ListBucket'))
  expect(outcome('s3:PutObject', read).where).toEqual({ kind: 'identity', name: 'read', attachedTo: 'alice' })
  expect(outcome('s3:PutObject', read, list).where).toEqual({ kind: 'identity', name: '', attachedTo: 'alice' })
})
