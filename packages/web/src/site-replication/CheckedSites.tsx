import type { Site, SiteCheck } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { notListedBy, type SiteFinding } from './site-checks.ts'
import { joined, namesOf } from './site-names.ts'

const OPEN = ['reach', 'accounts', 'keys'] as const

interface CheckedSitesProps {
  items: readonly SiteCheck[]
  findings: readonly SiteFinding[]
  /** The sites that replicate already. */
  group: readonly Site[]
}

/** What was checked of the sites, and what wasn't. */
export function CheckedSites({ items, findings, group }: CheckedSitesProps) {
  const t = useTexts('siteReplication')
  return (
    <>
      <div role="status" className={layout.notes}>
        {items
          .filter(({ failure }) => failure !== '')
          .map(({ name, failure, text }) => (
            <WarningNote key={name}>
              {t('add.failure', { name: plainName(name), reason: failureReason({ message: failure, text }) })}
            </WarningNote>
          ))}
      </div>
      <h3 className={layout.subheading}>{t('add.checked')}</h3>
      <ul className={layout.bullets}>
        {findings.map((finding) => (
          <li key={finding.condition}>
            {t(`add.conditions.${finding.condition}`)} <Verdict finding={finding} />
            <Particulars finding={finding} items={items} group={group} />
          </li>
        ))}
      </ul>
      <h3 className={layout.subheading}>{t('add.unchecked')}</h3>
      <ul className={layout.bullets}>
        {OPEN.map((one) => (
          <li key={one}>{t(`add.open.${one}`)}</li>
        ))}
      </ul>
    </>
  )
}

function Verdict({ finding: { condition, met } }: { finding: SiteFinding }) {
  const t = useTexts('siteReplication')
  // The storage server doesn't look at these.
  const isAdvice = condition === 'mutual' || condition === 'versions' || condition === 'clocks'
  if (met === undefined) return <StateMark tone="muted" text={t(isAdvice ? 'add.notKnown' : 'add.checkedThere')} />
  if (met) return <StateMark tone="good" text={t('add.met')} />
  const [tone, word]: [Tone, 'notAdvised' | 'notMet'] = isAdvice ? ['warn', 'notAdvised'] : ['bad', 'notMet']
  return <StateMark tone={tone} text={t(`add.${word}`)} />
}

/** Which sites it is about, with what each has where that says more. */
function Particulars({
  finding: { condition, met, sites },
  items,
  group,
}: Omit<CheckedSitesProps, 'findings'> & { finding: SiteFinding }) {
  const t = useTexts('siteReplication')
  if (met !== false || sites.length === 0) return null
  const texts = () => {
    if (condition === 'mutual') {
      const members = new Set(group.map(({ deploymentId }) => deploymentId))
      return items
        .filter(({ name }) => sites.includes(name))
        .map((site) =>
          t('add.notListed', { name: plainName(site.name), others: namesOf(notListedBy(site, members), group) }),
        )
    }
    if (condition === 'versions') {
      return items
        .filter(({ failure }) => failure === '')
        .map(({ name, version }) =>
          t('add.version', { name: plainName(name), version: plainName(version) || t('add.noVersion') }),
        )
    }
    if (condition === 'clocks') {
      return items
        .filter(({ name }) => sites.includes(name))
        .map(({ name, clockAheadSeconds }) =>
          t('add.clock', { name: plainName(name), seconds: formatCount(Math.abs(clockAheadSeconds ?? 0)) }),
        )
    }
    return [joined(sites)]
  }
  return texts().map((text) => (
    <div key={text} className={layout.muted}>
      {text}
    </div>
  ))
}
