import { LIFECYCLE_KINDS, type LifecycleQueue, type ScannerActivity } from '@cooperage/contract'
import { Fragment } from 'react'
import { useTexts } from '../messages/use-texts.ts'
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
  const t = useTexts('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-lifecycle">
      <h2 className={layout.heading} id="activity-lifecycle">
        {t('lifecycle.title')}
      </h2>
      <p className={layout.note}>{t('lifecycle.what')}</p>
      <Part query={scanner}>{(data) => <Applied {...data} />}</Part>
      <h3 className={layout.subheading}>{t('lifecycle.queue')}</h3>
      <Part query={queue}>{(data) => <Queue queue={data} />}</Part>
    </section>
  )
}

function Applied({ checked, lifecycle }: ScannerActivity) {
  const t = useTexts('activity')
  const kinds = LIFECYCLE_KINDS.filter((kind) => kind !== 'other' || lifecycle.other.total > 0)
  return (
    <FactList
      facts={[
        ...(checked === null ? [] : [[t('lifecycle.checked'), formatCount(checked)] as const]),
        ...kinds.map((kind) => {
          const { total, isRecent } = lifecycle[kind]
          return [
            t(`lifecycle.kinds.${kind}`),
            <Fragment key={kind}>
              {formatCount(total)}
              <div className={layout.note}>{t(isRecent ? 'lifecycle.recent' : 'lifecycle.notRecent')}</div>
            </Fragment>,
          ] as const
        }),
      ]}
      className={layout.figures}
    />
  )
}

function Queue({ queue }: { queue: LifecycleQueue }) {
  const t = useTexts('activity')
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
      {queue.nodes.length > 1 && (
        <p className={layout.note}>{t('lifecycle.nodes', { number: formatCount(queue.nodes.length) })}</p>
      )}
    </>
  )
}
