import type { Sync, SyncReport, SyncRun } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { sync as texts } from '../../messages/en/sync.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { countsText, prefixOf, reportCsv, runState, scheduleText, stateOf } from './sync-text.ts'

let t: Translate<'sync'>
beforeAll(async () => {
  const words = i18next.createInstance()
  await words.init({ lng: 'en', resources: { en: { sync: texts } }, ns: ['sync'] })
  t = words.getFixedT('en', 'sync') as unknown as Translate<'sync'>
})

const run: SyncRun = {
  id: '1',
  status: 'done',
  phase: 'copy',
  started: '2026-11-29T10:00:00.000Z',
  ended: '2026-11-29T10:01:00.000Z',
  copied: 0,
  bytes: 0,
  deleted: 0,
  skipped: 3,
  uncompared: 0,
  failed: 0,
  total: 0,
  rate: 0,
  problem: '',
}
const sync = (own: Partial<Sync>): Sync => ({
  id: '1',
  owner: 'ann',
  bucket: 'photos',
  prefix: '',
  server: 'paris',
  server_title: 'Paris',
  target_bucket: 'copy',
  target_prefix: '',
  schedule: { every: 'hour', at: '' },
  deletes: false,
  enabled: true,
  created: '',
  next: '',
  needs_attention: false,
  ...own,
})

test('the state is what needs attention, then what runs, then how the last run ended', () => {
  const of = (own: Partial<Sync>) => Object.values(stateOf(t, sync(own))).join(' ')
  const unconfirmed = { run: '1', deletions: 101, objects: 102 }
  expect(of({})).toBe('muted Not run yet')
  expect(of({ last: run })).toBe('good Done')
  expect(of({ last: { ...run, failed: 1 } })).toBe('warn Done with errors')
  expect(of({ last: { ...run, status: 'stopped' } })).toBe('bad Failed')
  expect(of({ last: { ...run, status: 'stopped' }, unconfirmed })).toBe('warn Confirm deletions')
  expect(of({ last: { ...run, status: 'stopped' }, enabled: false })).toBe('muted Paused')
  expect(of({ last: { ...run, status: 'running', phase: 'delete', ended: '' }, enabled: false })).toBe('muted Deleting')
})

test('says what a run did, failures first', () => {
  expect(countsText(t, run)).toBe('nothing to copy')
  expect(countsText(t, { ...run, copied: 1200, deleted: 2, failed: 1 })).toBe('1 failed · 1,200 copied · 2 deleted')
  expect(countsText(t, { ...run, status: 'stopped' })).toBe('')
})

test('a schedule says its time zone, and a folder that is typed ends in one slash', () => {
  expect(scheduleText(t, { every: 'day', at: '02:30' })).toBe('Every day at 02:30 UTC')
  expect(scheduleText(t, { every: 'hour', at: '' })).toBe('Every hour')
  expect(['', '/', 'a', '/a/b//'].map(prefixOf)).toEqual(['', '', 'a/', 'a/b/'])
})

test('a report as CSV keeps names that spreadsheets would run or split apart', () => {
  const report = {
    ...run,
    failures: [{ path: '=cmd()', message: 'Denied, "really".' }],
    entries: [{ kind: 'deleted', name: 'a\r\nb' }],
  } as Partial<SyncReport> as SyncReport
  expect(reportCsv(t, report)).toBe(
    'Outcome,Object,Reason\r\nFailed,\'=cmd(),"Denied, ""really""."\r\nDeleted,"a\r\nb",\r\n',
  )
})

test('a run that copies shows how far it is, once its objects are counted', () => {
  const running: SyncRun = { ...run, status: 'running', ended: '', copied: 30, skipped: 10 }
  const shown = (own: Partial<SyncRun>) => runState(t, { ...running, ...own }).text
  expect(shown({})).toBe('Copying')
  expect(shown({ total: 200 })).toBe('Copying · 20%')
  expect(shown({ total: 200, rate: 2 })).toMatch(/^Copying · 20% · .*1 min.* left$/)
  expect(shown({ total: 200, phase: 'delete' })).toBe('Deleting')
})
