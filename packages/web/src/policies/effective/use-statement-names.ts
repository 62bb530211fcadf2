import type { EffectivePermissions } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../shared/text/visible-name.ts'

export type StatementAt = EffectivePermissions['summary']['denials'][number]

/** Names a statement by its policy. */
export function useStatementNames({ policies }: Pick<EffectivePermissions, 'policies'>): (at: StatementAt) => string {
  const { t } = useTranslation('effective')
  return ({ policy, number }) => {
    const name = policies[policy]?.source.policy ?? ''
    return name === '' ? t('statement.ofCombined', { number }) : t('statement.of', { number, policy: plainName(name) })
  }
}
