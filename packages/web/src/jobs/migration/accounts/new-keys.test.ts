import { expect, test } from 'vitest'
import { JobList } from '../../job-list.ts'
import { NewKeys } from './new-keys.ts'

const key = (accessKey: string) => ({ user: accessKey, replaces: '', accessKey, secretKey: 'secret' })

test('closing the tab is confirmed until all new keys are saved, also those that come after saving', () => {
  const keys = new NewKeys(new Map())
  const seen: boolean[] = []
  keys.subscribe(() => seen.push(keys.isOpen))
  keys.add('paris', [])
  keys.add('paris', [key('anna')])
  keys.markSaved('paris')
  keys.add('paris', [key('bert')])
  keys.add('rome', [key('cleo')])
  keys.markSaved('paris')
  keys.markSaved('rome')
  expect(seen).toEqual([true, false, true, true, true, false])
  expect(keys.of('paris').keys.map(({ accessKey }) => accessKey)).toEqual(['anna', 'bert'])
})

test('what isn’t saved stays when the page is left, unless it is discarded', () => {
  const keys = new NewKeys(new Map())
  keys.add('paris', [key('anna')])
  keys.add('rome', [key('bert')])
  keys.markSaved('rome')
  keys.forgetSaved()
  expect([keys.left(), keys.unsaved('paris'), keys.of('rome').keys]).toEqual(['paris', 1, []])
  keys.discard('paris')
  expect([keys.left(), keys.isOpen]).toEqual(['', false])
})

test('nothing of an account is left when it has signed out', () => {
  const jobs = new JobList()
  const keys = new NewKeys(jobs.kept)
  keys.add('paris', [key('anna')])
  jobs.clear()
  expect([keys.isOpen, keys.of('paris').keys]).toEqual([false, []])
})

test('the page shows what no dialog shows', () => {
  const keys = new NewKeys(new Map())
  const gone = keys.show('paris')
  keys.add('paris', [key('anna')])
  keys.add('rome', [key('bert')])
  expect(keys.left()).toBe('rome')
  gone()
  expect(keys.left()).toBe('paris rome')
})
