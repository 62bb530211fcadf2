import type { User } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { filterUsers, NO_FILTER, namesAmong, type UserFilter, WITHOUT } from './filter-users.ts'

const user = (accessKey: string, fields: Partial<User> = {}): User => ({
  accessKey,
  status: 'enabled',
  memberOf: [],
  policy: [],
  updatedAt: '',
  ...fields,
})
const USERS = [
  user('Ann', { policy: ['readwrite', 'diagnostics'], memberOf: ['devs'] }),
  user('anna', { status: 'disabled', policy: ['readwrite'] }),
  user('Bob', { memberOf: ['devs', 'ops'] }),
]

const found = (filter: Partial<UserFilter>) =>
  filterUsers(USERS, { ...NO_FILTER, ...filter }).map(({ accessKey }) => accessKey)

test.each<[Partial<UserFilter>, string[]]>([
  [{}, ['Ann', 'anna', 'Bob']],
  [{ status: 'disabled' }, ['anna']],
  [{ policy: 'readwrite' }, ['Ann', 'anna']],
  [{ policy: WITHOUT }, ['Bob']],
  [{ group: 'devs' }, ['Ann', 'Bob']],
  [{ group: WITHOUT }, ['anna']],
  [{ group: 'devs', policy: WITHOUT }, ['Bob']],
])('the filter %j finds %j', (filter, names) => {
  expect(found(filter)).toEqual(names)
})

test('the policies and groups to filter by are those of the users, each once', () => {
  expect(namesAmong(USERS, 'policy')).toEqual(['diagnostics', 'readwrite'])
  expect(namesAmong(USERS, 'memberOf')).toEqual(['devs', 'ops'])
})
