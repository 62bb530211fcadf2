import { expect, test } from 'vitest'
import { planLink } from './plan-link.ts'

test('the vendor learns from which kind of console visitors come', () => {
  expect(planLink(false)).toContain('ref=con')
  expect(planLink(true)).toContain('ref=op')
})
