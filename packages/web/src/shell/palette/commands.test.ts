import { IconBucket } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { type CommandGroup, matchingCommands } from './commands.ts'

const group = (id: string, ...labels: string[]): CommandGroup => ({
  id,
  label: id,
  commands: labels.map((label) => ({ id: label, label, icon: IconBucket, run: () => undefined })),
})
const labels = (groups: CommandGroup[]) => groups.map(({ id, commands }) => [id, commands.map(({ label }) => label)])

const GROUPS = [group('pages', 'Object Browser', 'Buckets'), group('buckets', 'old-photos', 'photos', 'invoices')]

test('offers everything if nothing is typed', () => {
  expect(labels(matchingCommands(GROUPS, '  ').groups)).toEqual([
    ['pages', ['Object Browser', 'Buckets']],
    ['buckets', ['old-photos', 'photos', 'invoices']],
  ])
})

test('matches all words in any case and order, and omits empty groups', () => {
  expect(labels(matchingCommands(GROUPS, 'browser OBJ').groups)).toEqual([['pages', ['Object Browser']]])
  expect(matchingCommands(GROUPS, 'nothing').groups).toEqual([])
})

test('lists labels that start with the text first', () => {
  expect(labels(matchingCommands(GROUPS, 'photos').groups)).toEqual([['buckets', ['photos', 'old-photos']]])
})

test('offers eight of many, and counts the others', () => {
  const many = group('buckets', ...Array.from({ length: 5000 }, (_, index) => `bucket-${index}`))
  const { groups, moreCount } = matchingCommands([many], 'bucket-')
  expect(groups[0]?.commands).toHaveLength(8)
  expect(moreCount).toBe(4992)
  expect(matchingCommands([many], 'bucket-4999').moreCount).toBe(0)
})

test('finds a command by its hint, after those that start with the text', () => {
  const sections = {
    ...group('settings'),
    commands: [
      { id: 'a', label: 'Events', hint: 'notify_kafka', icon: IconBucket, run: () => undefined },
      { id: 'b', label: 'Kafka', icon: IconBucket, run: () => undefined },
    ],
  }
  expect(labels(matchingCommands([sections], 'kafka').groups)).toEqual([['settings', ['Kafka', 'Events']]])
})

test('shows recent places only before anything is typed, and names only afterwards', () => {
  const groups: CommandGroup[] = [
    { ...group('recent', 'photos'), when: 'empty' },
    group('buckets', 'photos'),
    { ...group('users', 'photos'), when: 'typed' },
  ]
  const ids = (typed: string) => matchingCommands(groups, typed).groups.map(({ id }) => id)
  expect(ids(' ')).toEqual(['recent', 'buckets'])
  expect(ids('photos')).toEqual(['buckets', 'users'])
})
