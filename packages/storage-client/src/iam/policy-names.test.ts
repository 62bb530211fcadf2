import { expect, test } from 'vitest'
import { inlineName, managedName, readPolicyName } from './policy-names.ts'

test.each([
  ['arn:aws:iam::123456789012:policy/readonly', 'readonly', { kind: 'managed', name: 'readonly' }],
  ['arn:aws:iam::123456789012:policy/team/a,b', 'team/a%2Cb', { kind: 'managed', name: 'team/a,b' }],
  [
    'arn:aws:iam::aws:policy/AdministratorAccess',
    'aws:AdministratorAccess',
    { kind: 'aws', name: 'AdministratorAccess' },
  ],
  ['arn:aws-cn:iam::aws:policy/job/Billing', 'aws:job/Billing', { kind: 'aws', name: 'job/Billing' }],
  ['arn:aws:iam:::policy/seaweed', 'seaweed', { kind: 'managed', name: 'seaweed' }],
] as const)('names the managed policy %s %s', (arn, name, read) => {
  expect(managedName(arn)).toBe(name)
  expect(readPolicyName(name)).toEqual(read)
})

test('names inline policies by their user or group', () => {
  expect(inlineName('user', 'anna', 'extra')).toBe('user:anna/extra')
  expect(readPolicyName('group:a%2Cb/x%2Cy')).toEqual({ kind: 'group', owner: 'a,b', name: 'x,y' })
  expect(readPolicyName(inlineName('group', '100%,', 'x'))).toEqual({ kind: 'group', owner: '100%,', name: 'x' })
})
