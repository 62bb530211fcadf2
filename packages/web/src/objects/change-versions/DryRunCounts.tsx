import '../../messages/en/deleted-objects.ts'
import { formatBytes, LOG_SEARCH_FEATURE } from '@cooperage/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { DeletedBy, useDeletionLoader } from '../deleted/DeletedBy.tsx'
import classes from '../objects.module.css'
import type { Change, DryRun } from './use-dry-run.ts'

interface DryRunCountsProps {
  bucket: string
  kind: Change['kind']
  counts: DryRun
  onRetry: () => void
}

/** What a change will do, in numbers that grow while it is counted. */
export function DryRunCounts({ bucket, kind, counts, onRetry }: DryRunCountsProps) {
  const t = useTexts('changeVersions')
  const id = useId()
  if (counts.error) return <ErrorState error={counts.error} onRetry={onRetry} isRetrying={false} />
  const size = formatBytes(counts.bytes)
  const line = (name: LineName, count: number) => ({ name, count })
  const lines = {
    restore: [
      line('copied', counts.copied),
      line('marked', counts.marked),
      line('unchanged', counts.unchanged),
      line('refused', counts.refused),
    ],
    undelete: [line('undeleted', counts.objects)],
    deleteNoncurrent: [line('removed', counts.removed), line('locked', counts.refused)],
  }[kind]
  const shown = [...lines, line('newer', counts.newer)].filter(({ count }) => count > 0)
  const others = counts.failed - counts.refused
  return (
    <>
      <section className={`${classes.box} ${classes.counts}`} aria-labelledby={id}>
        <h3 id={id} role="status">
          {t(counts.isComplete ? 'counts' : 'countsSoFar')}
        </h3>
        <ul>
          {shown.map(({ name, count }) => (
            <li key={name}>{t(name, { count, number: formatCount(count), size })}</li>
          ))}
        </ul>
        {counts.isComplete && shown.length === 0 && <p>{t('nothing')}</p>}
        {counts.failed > 0 && kind === 'restore' && <p>{plainName(counts.example)}</p>}
        {others > 0 && (
          <p>{t('also', { count: others, number: formatCount(others), message: plainName(counts.example) })}</p>
        )}
      </section>
      {counts.planned.length > 0 && <PlannedNames bucket={bucket} counts={counts} kind={kind} />}
    </>
  )
}

/** The objects by name, with what becomes of each if that isn't the same for all. */
function PlannedNames({ bucket, counts, kind }: { bucket: string; counts: DryRun; kind: Change['kind'] }) {
  const t = useTexts(['changeVersions', 'shared'])
  const { planned, objects } = counts
  const more = objects - planned.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={`${classes.box} ${classes.planned}`} aria-label={t('names')} tabIndex={0}>
      {kind === 'undelete' ? (
        <Deletions bucket={bucket} planned={planned} />
      ) : (
        planned.map(({ name, does }) => (
          <p key={name}>
            <ObjectName name={name} />
            {kind === 'restore' && <span className={layout.muted}>{t(`does.${does}`)}</span>}
          </p>
        ))
      )}
      {more > 0 && <p>{t('shared:more', { count: more, number: formatCount(more) })}</p>}
    </section>
  )
}

/** When each object was deleted, and by whom where the audit log knows. */
function Deletions({ bucket, planned }: { bucket: string; planned: DryRun['planned'] }) {
  const t = useTexts(['deletedObjects', 'changeVersions'])
  const hasLog = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const loader = useDeletionLoader(bucket)
  return (
    <table className={layout.table} aria-label={t('changeVersions:names')}>
      <thead>
        <tr>
          <th scope="col">{t('columns.name')}</th>
          <th scope="col">{t('columns.deleted')}</th>
          {hasLog && <th scope="col">{t('columns.by')}</th>}
        </tr>
      </thead>
      <tbody>
        {planned.map(({ name, deleted_at: modified = '' }) => (
          <tr key={name}>
            <th scope="row">
              <ObjectName name={name} />
            </th>
            <td>
              <Timestamp iso={modified} isExact />
            </td>
            {hasLog && (
              <WhenSeen>
                <DeletedBy bucket={bucket} entry={{ key: name, modified }} loader={loader} />
              </WhenSeen>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A cell that has its content once it was in sight: the audit log is searched for each object. */
function WhenSeen({ children }: { children: ReactNode }) {
  const [isSeen, setSeen] = useState(false)
  const cell = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    if (cell.current) observer.observe(cell.current)
    return () => observer.disconnect()
  }, [])
  return <td ref={cell}>{isSeen && children}</td>
}

type LineName = 'copied' | 'marked' | 'unchanged' | 'refused' | 'undeleted' | 'removed' | 'locked' | 'newer'
