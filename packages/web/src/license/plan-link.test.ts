import { expect, test } from 'vitest'
import { planLink } from './plan-link.ts'

test('the address names the kind of console that visitors come from', () => {
  expect(planLink(false)).toContain('ref=con')
  expect(planLink(true)).toContain('ref=op')
})
