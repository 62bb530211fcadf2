import { formatBytes, type MigrationReport, type ReportEntry } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { csvOf } from '../../shared/csv.ts'
import { formatCount, formatSecond } from '../../shared/text/numbers.ts'
import { named } from '../../shared/text/punctuation.ts'
import { plainName, plainText } from '../../shared/text/visible-name.ts'

type T = Translate<['migration', 'serverJobs']>

/** The facts of a report, by their names. */
export function reportFacts(t: T, report: MigrationReport): [name: string, value: string][] {
  const { source, target, ended, copied, copiedBytes, skipped, failed, counts, lost } = report
  const { versions, deleteMarkers, bytes, equal, byEtag, byReading, sampled, sampledBytes, updated } = counts
  return [
    [t('report.from'), `${source.server} · ${source.bucket}`],
    [t('report.to'), `${target.server} · ${target.bucket}`],
    ...(ended === '' ? [] : [[t('report.ended'), formatSecond(ended)] as [string, string]]),
    [t('report.copied'), t('report.copiedValue', { number: formatCount(copied), size: formatBytes(copiedBytes) })],
    [t('report.skipped'), formatCount(skipped)],
    [t('report.failed'), formatCount(failed)],
    [
      t('report.verified'),
      t('report.verifiedValue', {
        versions: formatCount(versions),
        markers: formatCount(deleteMarkers),
        size: formatBytes(bytes),
      }),
    ],
    [t('report.equal'), formatCount(equal)],
    [t('report.compared'), t('report.comparedValue', { etag: formatCount(byEtag), reading: formatCount(byReading) })],
    [t('report.sampled'), t('report.copiedValue', { number: formatCount(sampled), size: formatBytes(sampledBytes) })],
    [t('report.updated'), formatCount(updated)],
    [t('report.differences'), formatCount(counts.differences)],
    ...lost.map(({ what, count }): [string, string] => [
      t('report.lost'),
      named(t(`serverJobs:log.losses.${what}`), formatCount(count)),
    ]),
  ]
}

/** What an entry is about: a setting and a part of it, or an object and its version. */
export function entryName(t: T, { kind, name, item, version }: ReportEntry): string {
  const isSetting = kind === 'settingKept' || kind === 'settingLost'
  const what = isSetting ? t(`names.${name as 'tags'}`) : name
  return [what, item, version].filter((text) => text !== '').join(' · ')
}

/** Why it is so, after what it is. */
export function entryFinding(t: T, { kind, reason, text }: ReportEntry): string {
  const what = t(`report.kinds.${kind}`)
  return reason === '' ? what : named(what, failureReason({ message: reason, text }))
}

/** A report to read and keep. Names are others' text: a line break in one must not pass for a line of the report. */
export function reportText(t: T, report: MigrationReport): string {
  const facts = reportFacts(t, report).map(([name, value]) => named(name, plainText(value)))
  const entries = report.entries.map((entry) => named(entryFinding(t, entry), plainName(entryName(t, entry))))
  return [t('report.title'), '', ...facts, '', t('report.findings'), ...entries, ''].join('\n')
}

/** What a report says of settings and objects, as a table. */
export function reportCsv(t: T, { entries }: MigrationReport): string {
  return csvOf(
    [t('report.finding'), t('report.name'), t('report.version'), t('report.part'), t('report.reason')],
    entries.map((entry) => [
      t(`report.kinds.${entry.kind}`),
      entryName(t, { ...entry, item: '', version: '' }),
      entry.version,
      entry.item,
      entry.reason === '' ? '' : failureReason({ message: entry.reason, text: entry.text }),
    ]),
  )
}
