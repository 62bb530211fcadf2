import { expect, test } from 'vitest'
import { planOf } from './license.ts'

test('an unknown plan counts as Standard', () => {
  expect(['ENTERPRISE', 'enterprise', 'COMMUNITY', 'PLATINUM', ''].map(planOf)).toEqual([
    'ENTERPRISE',
    'ENTERPRISE',
    'COMMUNITY',
    'STANDARD',
    'STANDARD',
  ])
})
