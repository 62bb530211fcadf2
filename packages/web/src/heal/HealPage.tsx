import '../messages/en/heal.ts'
import { HEAL_FEATURE } from '@cooperage/contract'
import { IconHeartbeat } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { BackgroundHealing } from './BackgroundHealing.tsx'
import { HealRun } from './HealRun.tsx'

/** Heals buckets, and shows what the servers heal automatically (spec object-browser-and-tools 2, Heal page). */
export function HealPage() {
  const t = useTexts('heal')
  usePageTitle(t('title'))
  if (useSession()?.features.includes(HEAL_FEATURE) !== true) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        <EmptyState icon={IconHeartbeat} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  return (
    <div className={layout.page}>
      <HealRun />
      <BackgroundHealing />
    </div>
  )
}
