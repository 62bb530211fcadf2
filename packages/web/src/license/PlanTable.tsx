import { PLANS, type Plan } from '@cooperage/contract'
import { license as messages } from '../messages/en/license.ts'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import classes from './license.module.css'
import { planLink } from './plan-link.ts'

type Row = keyof typeof messages.rows

const ROWS = Object.keys(messages.rows) as Row[]

interface PlanTableProps {
  /** undefined if it isn't known. */
  current: Plan | undefined
  /** Links to the vendor's pages name the referrer (spec object-browser-and-tools 6). */
  isOperator: boolean
}

/** The plans side by side. */
export function PlanTable({ current, isOperator }: PlanTableProps) {
  const t = useTexts('license')
  return (
    <div className={layout.card}>
      <h2 className={layout.heading} id="license-plans">
        {t('plans')}
      </h2>
      <p className={layout.note}>{t('plansHint')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll it on a narrow screen */}
      <section className={classes.scrolled} tabIndex={0} aria-labelledby="license-plans">
        <table className={`${layout.table} ${classes.table}`} aria-labelledby="license-plans">
          <thead>
            <tr>
              <td />
              {PLANS.map((plan) => (
                <th key={plan} scope="col" data-current={plan === current || undefined}>
                  {t(`names.${plan}`)}
                  {plan === current && <span className={classes.badge}>{t('isCurrent')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`rows.${row}`)}</th>
                {PLANS.map((plan) => (
                  <td key={plan} data-current={plan === current || undefined}>
                    {t(`values.${plan}.${row}`)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td />
              {PLANS.map((plan) => (
                <td key={plan} data-current={plan === current || undefined}>
                  {plan !== 'COMMUNITY' && (
                    <a href={planLink(isOperator)} target="_blank" rel="noreferrer">
                      {t('visit')}
                    </a>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  )
}
