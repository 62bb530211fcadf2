import '../messages/en/tiers.ts'
import { listTiers } from '@cooperage/contract'
import { IconStack2 } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath } from '../navigation/navigation.ts'
import { parseAddTierPath } from '../navigation/paths/tiers.ts'
import { useSession } from '../session/index.ts'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { isProvider } from './providers.ts'
import { TierForm } from './TierForm.tsx'
import { TierList } from './TierList.tsx'
import { TierTypes } from './TierTypes.tsx'

/** The tiers of the storage server: list, type picker and form (spec identity-and-settings 2, Tiers tab). */
export function TiersPage() {
  const t = useTexts('tiers')
  const isDistributed = useSession()?.distributedMode === true
  const adding = parseAddTierPath(useCurrentPath())
  const isUnknown = adding !== undefined && adding.type !== '' && !isProvider(adding.type)
  const tiers = useApiQuery(listTiers, {}, { enabled: isDistributed && !isUnknown })
  const isUnsupported = tiers.error?.code === 'NotInThisSetup'
  if (isUnknown) return <NotFoundPage />
  const content = () => {
    const icon = IconStack2
    if (!isDistributed) return <EmptyState icon={icon} title={t('notDistributed')} />
    if (isUnsupported) return <EmptyState icon={icon} title={t('unsupported')} hint={t('unsupportedHint')} />
    if (adding === undefined) return <TierList />
    return isProvider(adding.type) ? <TierForm key={adding.type} provider={adding.type} /> : <TierTypes />
  }
  const depth = adding === undefined ? 0 : isProvider(adding.type) ? 2 : 1
  return (
    <SettingsFrame tab="tiers" depth={depth}>
      {content()}
    </SettingsFrame>
  )
}
