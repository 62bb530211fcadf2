import { expect, test } from 'vitest'
import { matching } from './search.ts'

const USERS = [['Ann'], ['anna'], ['Bob', 'Annex']]

test.each([
  ['', false, ['Ann', 'anna', 'Bob']],
  ['An', false, ['Ann', 'Bob']],
  ['nn', false, ['Ann', 'anna', 'Bob']],
  ['AN', false, []],
  ['AN', true, ['Ann', 'anna', 'Bob']],
  ['bob', true, ['Bob']],
])('a search for %j (in any case: %j) finds %j', (search, ignoresCase, names) => {
  expect(matching(USERS, (texts) => texts, search, ignoresCase).map(([name]) => name)).toEqual(names)
})
