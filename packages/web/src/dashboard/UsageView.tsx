import '../messages/en/dashboard.ts'
import { formatBytes, type ServerInfo, type Usage } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { bucketsPath } from '../navigation/paths/buckets.ts'
import { useSession } from '../session/index.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatAge, formatCount, formatDate } from '../shared/text/numbers.ts'
import { Unknown } from '../shared/text/Unknown.tsx'
import { useNow } from '../shared/use-now.ts'
import classes from './dashboard.module.css'
import { LargestBuckets } from './LargestBuckets.tsx'
import { ServerList } from './ServerList.tsx'
import { percentOf } from './shares.ts'

/** Younger counts are current: MinIO counts in the background, the embedded engine with each change. */
const CURRENT_MS = 60_000

interface UsageViewProps {
  info: ServerInfo
  usage: UseQueryResult<Usage, ApiError>
}

/** Usage, servers and largest buckets: the dashboard without metrics. */
export function UsageView({ info, usage }: UsageViewProps) {
  return (
    <>
      <Figures info={info} countedAt={usage.data?.countedAt} />
      <ServerList servers={info.servers} parity={info.parity} />
      <LargestBuckets usage={usage} />
    </>
  )
}

function Figures({ info, countedAt }: { info: ServerInfo; countedAt: string | undefined }) {
  const t = useTexts('dashboard')
  const { pages = [] } = useSession() ?? {}
  const { buckets, usage, objects, versions, deleteMarkers, usable } = info
  const isUncounted = countedAt === ''
  const used = usable.totalBytes - usable.freeBytes
  return (
    <section className={layout.stack} aria-label={t('usage')}>
      <dl className={classes.figures}>
        <Figure label={t('buckets')}>
          {pages.includes('/buckets') ? (
            <AppLink to={bucketsPath()}>{formatCount(buckets)}</AppLink>
          ) : (
            formatCount(buckets)
          )}
        </Figure>
        <Figure label={t('usage')}>
          {isUncounted ? <Unknown reason={t('uncounted')} /> : <Bytes bytes={usage} />}
        </Figure>
        <Figure
          label={t('objects')}
          note={
            versions > objects || deleteMarkers > 0
              ? t('versions', { versions: formatCount(versions), deleteMarkers: formatCount(deleteMarkers) })
              : undefined
          }
        >
          {isUncounted ? <Unknown reason={t('uncounted')} /> : formatCount(objects)}
        </Figure>
        <Figure
          label={t('free')}
          hint={t('freeHint')}
          note={`${t('ofTotal', { total: formatBytes(usable.totalBytes) })} · ${t('usedShare', {
            percent: percentOf(used, usable.totalBytes),
          })}`}
        >
          <Bytes bytes={usable.freeBytes} />
          <meter
            className={classes.meter}
            min={0}
            max={Math.max(usable.totalBytes, 1)}
            value={used}
            // The note below says it in words.
            aria-hidden="true"
          />
        </Figure>
      </dl>
      {countedAt !== undefined && <CountedAt iso={countedAt} />}
    </section>
  )
}

interface FigureProps {
  label: string
  hint?: string
  note?: string | undefined
  children: ReactNode
}

function Figure({ label, hint, note, children }: FigureProps) {
  return (
    <div className={classes.figure} title={hint}>
      <dt>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note !== undefined && <dd className={layout.note}>{note}</dd>}
    </div>
  )
}

function CountedAt({ iso }: { iso: string }) {
  const t = useTexts('dashboard')
  const now = useNow()
  if (iso === '') return <p className={layout.note}>{t('uncounted')}</p>
  const ageMs = now - Date.parse(iso)
  if (ageMs < CURRENT_MS) return null
  return (
    <p className={layout.note} title={formatDate(iso)}>
      {t('counted', { age: formatAge(ageMs) })}
    </p>
  )
}
