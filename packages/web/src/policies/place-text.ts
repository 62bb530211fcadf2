import type { PolicyPlace } from '@cooperage/contract'
import type { TFunction } from 'i18next'

/** Names a policy and what it is attached to, inside a sentence. */
export function placeText({ kind, policy, holder }: PolicyPlace, t: TFunction<'policies'>): string {
  if (kind === 'identity' && policy === '') {
    return holder === '' ? t('simulator.places.identityPasted') : t('simulator.places.identityMerged', { holder })
  }
  if (kind === 'group' && policy === '') return t('simulator.places.groupAny', { holder })
  return t(`simulator.places.${kind}`, { policy, holder })
}
