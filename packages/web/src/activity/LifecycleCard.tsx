import { LIFECYCLE_KINDS, type LifecycleQueue, type ScannerActivity } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { Unknown } from '../shared/text/Unknown.tsx'
import { Part, type PartQuery } from './Part.tsx'

const WAITING = ['expiryPending', 'transitionPending', 'transitionActive'] as const

/** What lifecycle rules did, and what waits for them. */
export function LifecycleCard({
  scanner,
  queue,
}: {
  scanner: PartQuery<ScannerActivity>
  queue: PartQuery<LifecycleQueue>
}) {
  const { t } = useTranslation('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-lifecycle">
      <h2 className={layout.heading} id="activity-lifecycle">
        {t('lifecycle.title')}
      </h2>
      <Part query={scanner}>{({ lifecycle }) => <Applied lifecycle={lifecycle} />}</Part>
      <h3 className={layout.subheading}>{t('lifecycle.queue')}</h3>
      <Part query={queue}>{(data) => <Queue queue={data} />}</Part>
    </section>
  )
}

function Applied({ lifecycle }: Pick<ScannerActivity, 'lifecycle'>) {
  const { t } = useTranslation('activity')
  const kinds = LIFECYCLE_KINDS.filter((kind) => kind !== 'other' || lifecycle.other.total > 0)
  return (
    <table className={layout.table}>
      <thead>
        <tr>
          <th scope="col">{t('lifecycle.action')}</th>
          <th scope="col">{t('lastMinute')}</th>
          <th scope="col">{t('sinceStart')}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`lifecycle.kinds.${kind}`)}</th>
            <td>{formatCount(lifecycle[kind].lastMinute)}</td>
            <td>{formatCount(lifecycle[kind].total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Queue({ queue }: { queue: LifecycleQueue }) {
  const { t } = useTranslation('activity')
  if (WAITING.every((name) => queue[name] === null)) return <p className={layout.note}>{t('lifecycle.noQueue')}</p>
  return (
    <>
      <FactList
        facts={WAITING.map((name) => {
          const count = queue[name]
          return [
            t(`lifecycle.${name}`),
            count === null ? <Unknown key={name} reason={t('unreported')} /> : formatCount(count),
          ]
        })}
        className={layout.figures}
      />
      <p className={layout.note}>{t('lifecycle.nodes', { number: formatCount(queue.nodes.length) })}</p>
    </>
  )
}
