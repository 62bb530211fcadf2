import { describe, expect, test } from 'vitest'
import { type AnonymousRule, readAnonymousRules, withAnonymousRules } from './anonymous-rules.ts'
import { bucketAccessOf } from './bucket-access.ts'
import { parsePolicy } from './document.ts'
import { evaluate } from './evaluate.ts'
import { policyFindings } from './findings.ts'
import { publicStatements } from './public-statements.ts'

/** Partitions of AWS beside the first one: China, and the government's cloud. */
describe.each(['aws-cn', 'aws-us-gov'])('the partition %s', (partition) => {
  const READ = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:${partition}:s3:::photos/*`],
  }
  const inPartition = (document: unknown) => JSON.stringify(document).replaceAll('arn:aws:s3', `arn:${partition}:s3`)

  test('has the same resources', () => {
    const policies = [
      parsePolicy({ Statement: [READ, { ...READ, Effect: 'Deny', Resource: `arn:${partition}:s3:::photos/a*` }] }),
    ]
    const request = { action: 's3:GetObject', bucket: 'photos' }
    expect(evaluate(policies, { ...request, object: 'b' })).toBe('allow')
    expect(evaluate(policies, { ...request, object: 'a' })).toBe('deny')
    expect(evaluate(policies, { ...request, bucket: 'docs', object: 'b' })).toBe('none')
    const except = { ...READ, Resource: undefined, NotResource: [`arn:${partition}:s3:::photos/*`] }
    expect(evaluate([parsePolicy({ Statement: [except] })], { ...request, object: 'b' })).toBe('none')
  })

  test('has public policies, and named accounts', () => {
    const named = { ...READ, Principal: { AWS: [`arn:${partition}:iam::111122223333:root`] } }
    const policy = parsePolicy({ Statement: [READ, named] })
    expect(publicStatements(policy, 'photos').map(({ index, resources }) => [index, resources[0]?.resource])).toEqual([
      [0, 'photos/*'],
    ])
    const rules: AnonymousRule[] = [{ prefix: 'public/', access: 'readonly' }]
    const statements = JSON.parse(inPartition(withAnonymousRules([], 'photos', rules)))
    expect(readAnonymousRules(statements, 'photos')).toEqual({ rules, others: [] })
    expect(bucketAccessOf(inPartition({ Statement: [READ] }), 'photos')).toBe('CUSTOM')
  })

  test('has findings: servers like MinIO know only the first one, and another bucket is one in each', () => {
    const codes = (resource: string) =>
      policyFindings(JSON.stringify({ Version: '2012-10-17', Statement: [{ ...READ, Resource: [resource] }] }), {
        kind: 'bucket',
        bucket: 'photos',
      }).map(({ code }) => code)
    expect(codes(`arn:${partition}:s3:::photos/*`)).toEqual(['PublicPrincipal', 'BadResource'])
    expect(codes(`arn:${partition}:s3:::docs/*`)).toEqual(['PublicPrincipal', 'BadResource', 'OtherBucket'])
    expect(codes('arn:aws:s3:::docs/*')).toEqual(['PublicPrincipal', 'OtherBucket'])
  })
})
