import { policyCatalogue } from '@cooperage/wire/policy'
import { expect, test } from 'vitest'
import { groupedActions, matchingActions } from './action-groups.ts'

const { actions } = policyCatalogue()

test('every action of the catalogue is in one group', () => {
  const names = groupedActions(actions).flatMap((group) => group.names)
  expect(names.toSorted()).toEqual(actions.map(({ name }) => name).toSorted())
})

test.each([
  ['s3:GetObject', 'objectsRead'],
  ['s3:DeleteObject', 'objectsChange'],
  ['s3:ListBucket', 'bucketsRead'],
  ['s3:PutBucketPolicy', 'bucketsChange'],
  ['admin:CreateUser', 'admin'],
  ['kms:KeyStatus', 'kms'],
])('%s is among %s', (name, group) => {
  expect(groupedActions(actions).find(({ names }) => names.includes(name))?.group).toBe(group)
})

test('a search finds names with all of its words', () => {
  const names = ['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject']
  expect(matchingActions(names, ' version get')).toEqual(['s3:GetObjectVersion'])
  expect(matchingActions(names, '')).toEqual(names)
  expect(matchingActions(names, 'tagging')).toEqual([])
})
