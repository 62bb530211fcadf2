import type { JsonPolicy } from '@cooperage/wire/policy'
import { expect, test } from 'vitest'
import { mergePolicies } from './policy-document.ts'

type Statement = JsonPolicy['Statement'][number]

const allow = (resource: string): Statement => ({ Effect: 'Allow', Action: ['s3:GetObject'], Resource: [resource] })
const document = (...statements: Statement[]): JsonPolicy => ({ Version: '2012-10-17', Statement: statements })

test('merges the statements of several policies in order, without duplicates', () => {
  const conditional: Statement = {
    ...allow('c'),
    Condition: { StringEquals: { 'aws:username': ['a'], 'aws:Referer': ['b'] } },
  }
  const reordered: Statement = {
    Condition: { StringEquals: { 'aws:Referer': ['b'], 'aws:username': ['a'] } },
    Resource: ['c'],
    Action: ['s3:GetObject'],
    Effect: 'Allow',
  }
  expect(mergePolicies([document(allow('a'), conditional), document(reordered, allow('b'), allow('a'))])).toEqual(
    document(allow('a'), conditional, allow('b')),
  )
})

test('keeps statements that differ in any part', () => {
  const statements: Statement[] = [
    allow('a'),
    { ...allow('a'), Effect: 'Deny' },
    { ...allow('a'), Sid: 'named' },
    { ...allow('a'), Condition: { StringEquals: { 'aws:username': ['a'] } } },
    { ...allow('a'), Condition: { StringEquals: { 'aws:username': ['a', 'b'] } } },
    { ...allow('a'), Condition: { StringLike: { 'aws:username': ['a'] } } },
  ]
  expect(mergePolicies([document(...statements)])).toEqual(document(...statements))
})

test('merges statements in linear time', () => {
  const statements = Array.from({ length: 20_000 }, (_, at) => allow(`bucket-${at}`))
  const before = process.threadCpuUsage()
  const merged = mergePolicies([document(...statements), document(...statements)])
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(5_000)
  expect(merged).toEqual(document(...statements))
})

test('shows the absence of policies as MinIO does', () => {
  expect(mergePolicies([])).toEqual({ Version: '', Statement: null })
})
