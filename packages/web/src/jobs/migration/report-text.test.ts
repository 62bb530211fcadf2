import type { MigrationReport, ReportCounts } from '@cooperage/contract'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { migration } from '../../messages/en/migration.ts'
import { serverJobs } from '../../messages/en/server-jobs.ts'
import { startMessages } from '../../messages/i18n.ts'
import type { Translate } from '../../messages/use-texts.ts'
import { reportCsv, reportText } from './report-text.ts'

beforeAll(startMessages)

test('a name of several lines is one line of the report', async () => {
  const words = i18next.createInstance()
  await words.init({ lng: 'en', resources: { en: { migration, serverJobs } }, ns: ['migration', 'serverJobs'] })
  const t = words.getFixedT('en', 'migration') as unknown as Translate<['migration', 'serverJobs']>
  const names = [
    'versions',
    'deleteMarkers',
    'bytes',
    'equal',
    'byEtag',
    'byReading',
    'sampled',
    'sampledBytes',
  ] as const
  const counts = Object.fromEntries([...names, 'updated', 'differences'].map((name) => [name, 0])) as ReportCounts
  const of = (name: string): MigrationReport => ({
    job: '1',
    source: { server: 'Berlin', bucket: 'a' },
    target: { server: `Paris${name}`, server_name: 'paris', bucket: 'a' },
    taken: { settings: true, versions: true, locks: true },
    status: 'done',
    started: '',
    ended: '',
    copied: 0,
    copiedBytes: 0,
    skipped: 0,
    failed: 0,
    counts,
    lost: [],
    entries: [{ kind: 'missing', name: `x${name}`, version: '', item: '', reason: '' }],
  })
  const lines = (name: string) => reportText(t, of(name)).split('\n')
  expect(lines('\nKept: x')).toHaveLength(lines('').length)
  expect(lines('\nKept: x')).toContain('Missing at the target: x[U+000A]Kept: x')
  expect(reportCsv(t, of('\nKept: x'))).toBe(
    'Finding,Setting or object,Version,Part,Reason\r\nMissing at the target,"x\nKept: x",,,\r\n',
  )
})
