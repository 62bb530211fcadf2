import type { HealedItem } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { Bytes } from '../shared/text/Bytes.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './heal.module.css'
import { KEPT_ITEMS } from './use-heal.ts'

/** The items that weren't healthy, newest first. */
export function HealedItems({ items }: { items: readonly HealedItem[] }) {
  const t = useTexts('heal')
  const health = ({ color, online, offline, missing, corrupted }: HealedItem['before']) => {
    const drives = online + offline + missing + corrupted
    return (
      <>
        <span className={classes.dot} data-color={color} aria-hidden="true" /> {t(`colors.${color}`)}
        {drives > 0 && <span className={layout.note}> {t('drivesOk', { online, count: drives })}</span>}
      </>
    )
  }
  return (
    <div className={layout.card}>
      <h2 className={layout.heading} id="heal-items">
        {t('items.title')}
      </h2>
      {items.length === 0 ? (
        <p className={layout.note}>{t('items.none')}</p>
      ) : (
        // A keyboard scrolls only what can be focused.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className={classes.scrolled} tabIndex={0} aria-labelledby="heal-items">
          <table className={`${layout.table} ${classes.table}`} aria-labelledby="heal-items">
            <thead>
              <tr>
                <th scope="col">{t('items.name')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
                <th scope="col" className={classes.number}>
                  {t('items.size')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item, index) => (
                // A deep scan can report an item twice, and rows never change.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <tr key={`${items.length - index} ${item.name}`}>
                  <th scope="row">
                    <ObjectName name={item.name} />
                    {item.detail !== '' && <div className={layout.bad}>{plainName(item.detail)}</div>}
                  </th>
                  <td>{health(item.before)}</td>
                  <td>{health(item.after)}</td>
                  <td className={classes.number}>{item.type === 'object' ? <Bytes bytes={item.size} /> : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {items.length === KEPT_ITEMS && <p className={layout.note}>{t('items.kept', { count: KEPT_ITEMS })}</p>}
    </div>
  )
}
