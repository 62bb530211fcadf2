import type { EffectivePermissions } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { plainName } from '../../shared/text/visible-name.ts'

export type StatementAt = EffectivePermissions['summary']['denials'][number]

/** Names a statement by its policy, and by the group that it comes through. */
export function useStatementNames(
  { policies, accountKind }: Pick<EffectivePermissions, 'policies' | 'accountKind'>,
  shown: (name: string) => string = plainName,
): (at: StatementAt) => string {
  const t = useTexts('effective')
  return ({ policy, number }) => {
    const { policy: name = '', kind, attachedTo = '' } = policies[policy]?.source ?? {}
    if (name === '') return t('statement.ofCombined', { number })
    const named = { number, policy: shown(name) }
    const isOfMember = kind === 'group' && accountKind !== 'group'
    return isOfMember ? t('statement.ofGroup', { ...named, group: shown(attachedTo) }) : t('statement.of', named)
  }
}
