import type { User } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import classes from './UserPage.module.css'

export function UserFacts({ user: { status, memberOf, policy, updatedAt } }: { user: User }) {
  const { t } = useTranslation('userPage')
  const facts: [label: string, value: ReactNode][] = [
    [t('facts.status'), t(`facts.${status}`)],
    [t('facts.groups'), formatCount(memberOf.length)],
    [t('facts.policies'), formatCount(policy.length)],
    [t('facts.updated'), updatedAt === '' ? t('facts.never') : <Timestamp key="time" iso={updatedAt} />],
  ]
  return (
    <dl className={classes.facts} aria-label={t('facts.label')}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
