import type { DriveEvent, listDriveEvents, RouteResponse } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { Part, type PartQuery } from './Part.tsx'

/** So many are shown at first. */
const FEW = 10
const TONES: Readonly<Record<string, Tone>> = { ok: 'good', online: 'good', healing: 'warn', initializing: 'warn' }

/** What happened to servers and drives, on one time line. */
export function DriveEvents({ query }: { query: PartQuery<RouteResponse<typeof listDriveEvents>> }) {
  const t = useTexts('activity')
  return (
    <section className={layout.card} aria-labelledby="activity-events">
      <h2 className={layout.heading} id="activity-events">
        {t('events.title')}
      </h2>
      <p className={layout.note}>{t('events.what')}</p>
      <Part query={query} hasOwnAge>
        {({ items }) => <Events items={items} />}
      </Part>
    </section>
  )
}

function Events({ items }: { items: readonly DriveEvent[] }) {
  const t = useTexts('activity')
  const [areAllShown, showAll] = useState(false)
  if (items.length === 0) return <p>{t('events.none')}</p>
  return (
    <>
      {items.length > FEW && !areAllShown && (
        <div>
          <Button variant="default" onClick={() => showAll(true)}>
            {t('events.all', { number: formatCount(items.length) })}
          </Button>
        </div>
      )}
      <div className={layout.tableArea}>
        <table className={layout.table} aria-labelledby="activity-events">
          <thead>
            <tr>
              <th scope="col">{t('events.time')}</th>
              <th scope="col">{t('events.before')}</th>
              <th scope="col">{t('events.after')}</th>
              <th scope="col">{t('events.drive')}</th>
              <th scope="col">{t('events.server')}</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, areAllShown ? items.length : FEW).map((event) => (
              <tr key={[event.time, event.server, event.drive, event.from, event.to].join(' ')}>
                <td>
                  <Timestamp iso={event.time} />
                </td>
                <td>{event.from === '' ? '–' : <State state={event.from} />}</td>
                <td>{event.to === '' ? t('events.gone') : <State state={event.to} />}</td>
                <td translate="no">{event.drive === '' ? '–' : <bdi>{event.drive}</bdi>}</td>
                <td translate="no">
                  <bdi>{event.server}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** In the word of the server, unless it is one that the console knows. */
function State({ state }: { state: string }) {
  const t = useTexts('activity')
  const words: Readonly<Record<string, string>> = {
    ok: t('events.states.ok'),
    online: t('events.states.online'),
    offline: t('events.states.offline'),
    healing: t('events.states.healing'),
    initializing: t('events.states.initializing'),
  }
  return <StateMark tone={TONES[state] ?? 'bad'} text={words[state] ?? state} />
}
