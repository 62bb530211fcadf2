import { expect, test } from 'vitest'
import { changeOf, commonPolicies, rebase } from './attachments.ts'

test('a choice attaches what is new and detaches what is left out', () => {
  expect(changeOf(['readonly', 'old'], new Set(['readonly', 'b', 'a']))).toEqual({
    attach: ['a', 'b'],
    detach: ['old'],
  })
  expect(changeOf([], new Set())).toEqual({ attach: [], detach: [] })
})

test('several principals start from what all of them have', () => {
  expect([...commonPolicies([['a', 'b'], ['b', 'c'], ['b']])]).toEqual(['b'])
  expect([...commonPolicies([['a'], []])]).toEqual([])
  expect([...commonPolicies([])]).toEqual([])
})

test('a choice keeps what others have attached or detached since', () => {
  const chosen = new Set(['kept', 'mine'])
  const before = new Set(['kept', 'dropped', 'theirs-gone'])
  const after = rebase(new Set([...chosen, 'theirs-gone']), before, new Set(['kept', 'dropped', 'theirs-new']))
  expect([...after].sort()).toEqual(['kept', 'mine', 'theirs-new'])
})
